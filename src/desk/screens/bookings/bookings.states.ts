import { type DeskStates, statesOfEach } from '#desk/lib/sample-answers.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import {
  arabicName,
  asViewer,
  booking,
  called,
  colleague,
  hebrewName,
  hoursAgo,
  longName,
  me,
  unbreakable,
} from '#desk/lib/samples.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingMoves, bookingStatuses } from '#shared/contract/desk.ts'
import {
  broken,
  counts,
  heading,
  isolates,
  type Looks,
  lacks,
  looksAtEach,
  never,
  offers,
  refused,
  says,
  shows,
  waits,
  warns,
} from '#shared/lib/sample-states.ts'
import { moveVerb } from './booking-moves.ts'

/** One of each state, the most urgent first. */
const rows = [
  booking(1, { created_at: hoursAgo(26), assigned_to: colleague.id }),
  booking(2, { created_at: hoursAgo(21), name: 'Ruan Botha', company: 'Highveld Ledger' }),
  booking(3, { status: 'spam?', due_at: null, source: 'site', campaign: null, time_zone: null }),
  called(4, -26, 'confirmed', {
    proposed_time: hoursAgo(-30),
    proposed_at: hoursAgo(2),
    due_at: hoursAgo(-22),
  }),
  called(5, 30, 'held'),
  called(6, 54, 'no-show'),
  booking(7, { status: 'cancelled', due_at: null, answered_at: hoursAgo(3) }),
  booking(8, { status: 'spam', due_at: null }),
]
const list = bookingList(rows)
/** The list with one booking, which is open. */
export const openBooking = (row: (typeof rows)[number], change = {}) => ({
  at: `/bookings?item=${row.id}`,
  answers: { ...bookingList([row]), 'rpc/read_booking': bookingRecord(row, change) },
})
export const fresh = booking(1)
export const confirmed = called(4, -26, 'confirmed')
const ofEach = bookingStatuses.map((status, index) => called(10 + index, 30, status))
/** Open, with a move to where it is in its history. */
const withStatus = (row: (typeof rows)[number]) => {
  const { at, answers } = openBooking(row)
  const record = bookingRecord(row)
  const details = { from: row.status === 'new' ? 'spam' : 'new', to: row.status, confirmed: row.confirmed }
  const timeline = [{ at: hoursAgo(1), actor: me.id, action: 'booking_moved', details }]
  return { at, answers: { ...answers, 'rpc/read_booking': { ...record, timeline } } }
}

const step = { outcome: 'later', outcome_value: 1200, next_step: 'Send two dates' } as const
export const late = called(5, 30, 'held', { ...step, next_step_on: '2026-11-23', next_step_by: colleague.id })
const today = called(6, 54, 'held', { ...step, next_step_on: '2026-11-24', next_step_by: me.id })

export const states = {
  'follow-up': { at: '/bookings?status=follow-up', answers: bookingList([late, today]) },
  'after-call-viewer': { ...openBooking(late), answers: { ...openBooking(late).answers, ...asViewer } },
  list: { at: '/bookings', answers: list },
  'each-status': { at: '/bookings', answers: bookingList(ofEach) },
  ...statesOfEach(bookingStatuses, (_, index) => withStatus(ofEach[index] ?? fresh)),
  loading: { at: '/bookings', answers: { ...list, 'rpc/list_bookings': never, 'rpc/booking_counts': never } },
  empty: { at: '/bookings', answers: { ...bookingList([]), 'rpc/booking_counts': { all: 0 } } },
  error: { at: '/bookings', answers: { ...list, 'rpc/list_bookings': broken } },
  'long-words': {
    at: '/bookings',
    answers: bookingList([
      booking(1, { name: longName, company: unbreakable, source: unbreakable, campaign: unbreakable }),
    ]),
  },
  'right-to-left': {
    at: '/bookings',
    answers: bookingList([
      booking(1, { name: arabicName, company: 'شركة الأفق (2024)' }),
      booking(2, { name: hebrewName, company: 'Acme 42' }),
    ]),
  },
  open: openBooking(fresh),
  'open-confirmed': openBooking(confirmed),
  'open-long-words': openBooking(
    booking(1, { name: longName, company: unbreakable, email: `${unbreakable}@example.com` }),
    {
      message: `${unbreakable} `.repeat(6),
      monthly_revenue: unbreakable,
      landing_page: `/?${unbreakable}`,
    },
  ),
  'open-right-to-left': openBooking(booking(1, { name: arabicName, company: 'شركة الأفق (2024)' }), {
    message: 'مرحبا، نحتاج إلى مكالمة (ERP) قبل نهاية الشهر.',
  }),
  'open-viewer': { ...openBooking(fresh), answers: { ...openBooking(fresh).answers, ...asViewer } },
  'by-telephone': { at: '/bookings', answers: list, steps: [['press', 'New booking']] },
  'by-telephone-refused': {
    at: '/bookings',
    answers: {
      ...list,
      'rpc/add_booking': refused(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    steps: [
      ['press', 'New booking'],
      ['fill', 'Name', 'Thandi Nkosi'],
      ['fill', 'Company', 'Karoo'],
      ['fill', 'Telephone', '+27 21 555 0100'],
      ['press', 'Confirm 10:00'],
      ['see', 'Confirm anyway'],
    ],
  },
  'open-by-telephone': openBooking(
    { ...confirmed, email: null, current_challenges: null, team_size: null },
    { phone: '+27 21 555 0100' },
  ),
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'follow-up': [says('Late: Mon 23 Nov, Karl Fisher'), says('Tue 24 Nov, You'), offers(/^To follow up 2/)],
  'after-call-viewer': [says('Later, €1,200: Send two dates'), lacks('Won')],
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
  'open-long-words': [heading(/^Wilhelmina/)],
  'open-right-to-left': [isolates(arabicName)],
  'open-viewer': [heading('Thandi Nkosi'), says(/Your role is Viewer/), lacks('Confirm'), lacks('Add note')],
  'by-telephone': [offers('Keep as a wish'), says('The confirmation and the invitation go there.')],
  'by-telephone-refused': [offers('Confirm anyway'), warns(/outside the hours/)],
  'open-by-telephone': [heading('Thandi Nkosi'), says('+27 21 555 0100')],
}
