import { arabicName, hebrewName } from '#desk/lib/samples.ts'
import { bookingStatusWords, callOutcomeWords } from '#desk/lib/words.ts'
import { bookingMoves, bookingStatuses } from '#shared/contract/desk.ts'
import {
  counts,
  heading,
  holds,
  isolates,
  lacks,
  looksAtEach,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import { moveVerb } from './booking-moves.ts'
import type { states } from './bookings.states.ts'

seeStates<typeof states>('desk/bookings', {
  'follow-up': [says('Late: Mon 23 Nov, Karl Fisher'), says('Tue 24 Nov, You'), offers(/^To follow up 2/)],
  'after-call-viewer': [says('Later, €1,200: Send two dates'), lacks('Won')],
  'outcome-changed-meanwhile': [
    warns(/^Karl Fisher wrote down what came of this 6 min ago. Nothing of yours was changed/),
    ...[...Object.values(callOutcomeWords).slice(1), 'Step is done'].map((word) => offers(word)),
    holds('Next step', 'Call in January'),
    holds('Value in EUR', '1200'),
  ],
  list: [
    heading('Bookings'),
    counts('row', /Thandi|Ruan/, 8),
    says('breached 2 h ago'),
    says('at risk, 2 h 59 min left'),
    says('Asks for another time'),
    ...['New', 'Spam?', 'Confirmed', 'Held', 'No-show', 'Cancelled', 'Spam'].map((word) =>
      shows('row', word),
    ),
  ],
  'each-status': bookingStatuses.map((status) => shows('row', bookingStatusWords[status])),
  ...looksAtEach(bookingStatuses, (status) => [
    heading('Thandi Nkosi'),
    says(bookingStatusWords[status]),
    says(`→ ${bookingStatusWords[status]}`),
    ...bookingMoves[status].map((to) => offers(moveVerb(status, to))),
  ]),
  loading: [heading('Bookings'), waits('Loading')],
  empty: [heading('No bookings')],
  error: [warns('The list could not be fetched'), warns('Something went wrong'), offers('Try again')],
  'long-words': [offers(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName), isolates(hebrewName)],
  open: [
    heading('Thandi Nkosi'),
    offers('Confirm'),
    offers('Cancel booking'),
    offers('thandi@company.example'),
    offers('+27 21 555 0100'),
    says('Two proposals are late'),
    says('Asked Lena who knows them.'),
    offers('Add note'),
  ],
  'open-confirmed': [
    says('Confirmed, 30 minutes'),
    offers('Another time'),
    says(/Held or no-show: once it has begun/),
    lacks('Held'),
  ],
  'open-asking-for-another-time': [
    heading('Asks for another time'),
    offers('Confirm 18:20'),
    offers('Leave it as it is'),
  ],
  'open-long-words': [heading(/^Wilhelmina/)],
  'open-right-to-left': [isolates(arabicName)],
  'open-viewer': [heading('Thandi Nkosi'), says(/Your role is Viewer/), lacks('Confirm'), lacks('Add note')],
  'by-telephone': [offers('Keep as a wish'), says('The confirmation and the invitation go there.')],
  'by-telephone-refused': [offers('Confirm anyway'), warns(/outside the hours/)],
  'open-by-telephone': [heading('Thandi Nkosi'), says('+27 21 555 0100')],
  confirm: [
    shows('dialog', 'Confirm the call'),
    offers('Confirm 14:20'),
    says('3 of 5'),
    says('No other call that day.'),
    shows('group', 'Free times that suit both'),
    counts('button', /^(Wed|Thu|Mon) \d+ Nov, 1\d:00 0\d:00 in New York$/, 6),
  ],
  'confirm-passed-wish': [offers('Confirm 15:00')],
  'open-asking-for-a-passed-time': [says('That time has passed.'), lacks(/^Confirm \d/)],
  'confirm-outside-hours': [
    warns(
      'That is outside the hours of work, 09:00 to 17:00 in Johannesburg. That week is full: 5 of 5 calls are taken.',
    ),
    offers('Confirm anyway'),
  ],
  'confirm-with-host': [
    says('Karl Fisher: free then, and was given no call for the longest.'),
    counts('option', 'Nomsa Dube (you): free', 1),
    counts('option', /has another call then, too short a break$/, 1),
    offers('Confirm 14:20'),
  ],
  'confirm-nobody-free': [
    says('None of those who take calls is free then.'),
    says('Nomsa Dube: outside their hours, busy in their calendar.'),
  ],
  'confirm-held': [says('Picked from the free times, held until Wed 25 Nov, 10:20 for Karl Fisher.')],
  'open-offered': [says(/^Offered, and held until/), offers('Take them back'), offers('Offer others')],
  'offer-times': [says(/^They choose one on their page/), says('Choose two or three')],
  'open-picked': [says('Picked from the free times, held until Wed 25 Nov, 10:20 for Karl Fisher.')],
  'open-picked-not-held': [says('Picked from the free times, and not held for them.')],
  'open-to-pass-on': [shows('combobox', 'Pass it to'), lacks('Leave it')],
  'pass-refused': [
    warns('Their calendar says that they are busy then. That is outside the hours of Nomsa Dube.'),
    offers('Pass it anyway'),
    offers('Leave it'),
  ],
  'changed-meanwhile': [warns(/^Karl Fisher cancelled this 6 min ago. Nothing of yours was changed/)],
})
