import { arabicName } from '#desk/lib/samples.ts'
import { faults, heading, holds, isolates, offers, says, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './record.states.ts'

seeStates<typeof states>('desk-parts/record', {
  loading: [heading('Thandi Nkosi'), waits('Loading the booking')],
  gone: [warns('This booking is no longer here'), offers('Back to the list')],
  error: [warns('The booking could not be fetched'), offers('Try again')],
  'not-allowed': [warns('Your role does not allow this.'), offers('Back to the list')],
  'note-not-stored': [warns('Your text is still here.'), holds('Note', /^Called back/)],
  'somebody-is-named': [says('@Karl Fisher'), offers('Karl Fisher')],
  'note-too-long': [faults('Note'), says(/500|499/)],
  'reply-overtaken-by-undo': [warns(/^A reply was taken back\. /), holds(/^Reply to/, 'Hello')],
  'reply-overtaken': [warns(/^Karl .* replied .* send yours once more/), holds(/^Reply to/, 'Hello')],
  replied: [says(/six weeks are enough/), says('Sent')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
