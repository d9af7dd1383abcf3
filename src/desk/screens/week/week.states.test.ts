import { arabicName } from '#desk/lib/samples.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import {
  counts,
  heading,
  isolates,
  offers,
  says,
  saysNo,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import { standsInWeek } from './place.ts'
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
  'each-status': bookingStatuses.map((status) => {
    const word = status === 'new' ? 'Wished for' : bookingStatusWords[status]
    return standsInWeek[status] ? says(word) : saysNo(word)
  }),
  loading: [heading('Week'), waits('Loading')],
  empty: [says('0 of 5'), says('No call'), offers('Next week')],
  error: [warns('The week could not be fetched'), offers('Try again')],
  full: [says(/2 more than planned/)],
  'long-words': [offers(/Donaudampf/)],
  hosts: [
    offers('Everybody'),
    offers('Nobody'),
    offers(/Ubuntu Ledgers Karl Fisher Picked, held/),
    offers(/Hudson ERP Group no host Wished for/),
  ],
  'two-lanes': [offers(/Highveld Ledger Karl Fisher/)],
  'outside-hours': [
    offers(/02:05 Ubuntu Ledgers/),
    offers(/14:20 Kauri Cloud/),
    offers(/23:50 Murray Systems/),
  ],
  'twelve-hosts': [offers('Lda Botha'), counts('link', /Botha/, 24)],
  'host-at-night': [offers(/00:20 Karoo/), offers(/14:20 Karoo/)],
  nobody: [offers(/Hudson ERP Group no host/), saysNo('Highveld Ledger')],
  planning: [says(/Plan a call, Wed 25 Nov, 09:/), offers(/Thandi Nkosi.*wished for/)],
  'nothing-to-plan': [says('No request waits for a time')],
  viewer: [offers(/Ubuntu Ledgers/), saysNo('Plan a call')],
  'right-to-left': [isolates(arabicName)],
})
