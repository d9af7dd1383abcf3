import { arabicName } from '#desk/lib/samples.ts'
import { offers, says, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './letters.states.ts'

seeStates<typeof states>('desk-parts/letters', {
  'as-text': [says(/^Dear Thandi/)],
  invitation: [says(/^BEGIN:VCALENDAR/)],
  loading: [waits('Writing the letter out')],
  error: [warns('Something went wrong'), offers('Try again')],
  'nothing-to-read': [says('There is nothing to read: the call had begun.')],
  told: [says('To the team: 1'), says('Request received')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [says(new RegExp(arabicName))],
})
