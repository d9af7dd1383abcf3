import { arabicName } from '#desk/lib/samples.ts'
import { heading, isolates, offers, says, waits, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './log.states.ts'

seeStates<typeof states>('desk/log', {
  entries: [
    heading('Log'),
    says('moved a booking from new to confirmed'),
    says('gave a booking to Karl Fisher'),
    says('changed the settings: weekly capacity, opens'),
    says('erased one person: 2 bookings, 1 messages'),
    offers('see it'),
  ],
  loading: [heading('Log'), waits('Loading')],
  empty: [heading('No such entry'), offers('Exports')],
  error: [warns('The log could not be fetched'), offers('Try again')],
  'more-to-come': [offers('Show older')],
  'not-an-owner': [heading('This is for owners')],
  'long-words': [says(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
