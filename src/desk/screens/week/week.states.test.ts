import { arabicName } from '#desk/lib/samples.ts'
import { heading, isolates, offers, says, waits, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './week.states.ts'

seeStates<typeof states>('desk/week', {
  calls: [
    heading(/23/),
    says('3 of 5'),
    offers(/Highveld Ledger Karl Fisher/),
    offers(/no host.*asks for another time/),
    offers(/Hudson ERP Group.*Wished for/),
    says('Day of the team'),
  ],
  loading: [heading('Week'), waits('Loading')],
  empty: [says('0 of 5'), says('No call'), offers('Next week')],
  error: [warns('The week could not be fetched'), offers('Try again')],
  full: [says(/2 more than planned/)],
  'long-words': [offers(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
