import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { type DeskStates, statesOfEach } from '#desk/lib/sample-responses.ts'
import {
  arabicName,
  asViewer,
  booking,
  bookingWithCall,
  hebrewName,
  hoursAgo,
  longName,
  me,
  otherMember,
  unbreakable,
} from '#desk/lib/samples.ts'
import { timeInWords } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingMoves, bookingStatuses } from '#shared/contract/desk.ts'
import {
  errorResponse,
  expectationsOfEach,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'
import { moveLabel } from './booking-moves.ts'

/** One booking for each status; the most urgent booking comes first. */
const rows = [
  booking(1, { created_at: hoursAgo(26), assigned_to: otherMember.id }),
  booking(2, { created_at: hoursAgo(21), name: 'Ruan Botha', company: 'Highveld Ledger' }),
  booking(3, { status: 'spam?', due_at: null, source: 'site', campaign: null, time_zone: null }),
  bookingWithCall(4, -26, 'confirmed', {
    proposed_time: hoursAgo(-30),
    unanswered_since: hoursAgo(2),
    due_at: hoursAgo(-22),
  }),
  bookingWithCall(5, 30, 'completed'),
  bookingWithCall(6, 54, 'no-show'),
  booking(7, { status: 'cancelled', due_at: null, answered_at: hoursAgo(3) }),
  booking(8, { status: 'spam', due_at: null }),
]
const list = bookingList(rows)
/** The list with one booking, whose record is open. */
export const openBooking = (row: (typeof rows)[number], change = {}) => ({
  at: `/bookings?item=${row.id}`,
  answers: { ...bookingList([row]), 'rpc/read_booking': bookingRecord(row, change) },
})
export const fresh = booking(1)
export const confirmed = bookingWithCall(4, -26, 'confirmed')
const ofEach = bookingStatuses.map((status, index) => bookingWithCall(10 + index, 30, status))
/** The open record; its history contains the move to its status. */
const withStatus = (row: (typeof rows)[number]) => {
  const { at, answers } = openBooking(row)
  const record = bookingRecord(row)
  const details = { from: row.status === 'new' ? 'spam' : 'new', to: row.status, confirmed: row.confirmed }
  const timeline = [{ at: hoursAgo(1), actor: me.id, action: 'booking_moved', details }]
  return { at, answers: { ...answers, 'rpc/read_booking': { ...record, timeline } } }
}

const step = { outcome: 'later', outcome_value: 1200, next_step: 'Send two dates' } as const
export const late = bookingWithCall(5, 30, 'completed', {
  ...step,
  next_step_on: '2026-11-23',
  next_step_by: otherMember.id,
})
const second = bookingWithCall(4, -26, 'confirmed', {
  earlier_calls: {
    [hoursAgo(900)]: {
      ...step,
      next_step_on: '2026-11-25',
      next_step_by: me.id,
      assigned_to: me.id,
      is_done: true,
    },
    [hoursAgo(300)]: {
      outcome: 'won',
      outcome_value: 5400,
      next_step: 'Send the contract',
      next_step_on: '2026-11-24',
      next_step_by: me.id,
      assigned_to: otherMember.id,
      is_done: false,
    },
  },
  follow_up_on: '2026-11-24',
})
const today = bookingWithCall(6, 54, 'completed', {
  ...step,
  next_step_on: '2026-11-24',
  next_step_by: me.id,
})

export const states = {
  'follow-up': { at: '/bookings?status=follow-up', answers: bookingList([late, today, second]) },
  'second-call': openBooking(second),
  'after-call-viewer': { ...openBooking(late), answers: { ...openBooking(late).answers, ...asViewer } },
  list: { at: '/bookings', answers: list },
  'each-status': { at: '/bookings', answers: bookingList(ofEach) },
  ...statesOfEach(bookingStatuses, (_, index) => withStatus(ofEach[index] ?? fresh)),
  loading: {
    at: '/bookings',
    answers: { ...list, 'rpc/list_bookings': noResponse, 'rpc/booking_counts': noResponse },
  },
  empty: { at: '/bookings', answers: { ...bookingList([]), 'rpc/booking_counts': { all: 0 } } },
  error: { at: '/bookings', answers: { ...list, 'rpc/list_bookings': serverError } },
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
  'phone-booking': { at: '/bookings', answers: list, steps: [['press', 'New booking']] },
  'phone-booking-refused': {
    at: '/bookings',
    answers: {
      ...list,
      'rpc/add_booking': errorResponse(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    steps: [
      ['press', 'New booking'],
      ['fill', 'Name', 'Thandi Nkosi'],
      ['fill', 'Company', 'Karoo'],
      ['fill', 'Phone', '+27 21 555 0100'],
      ['press', `Confirm ${timeInWords('10:00')}`],
      ['see', 'Confirm anyway'],
    ],
  },
  'open-phone-booking': openBooking(
    { ...confirmed, email: null, current_challenges: null, team_size: null },
    { phone: '+27 21 555 0100' },
  ),
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  'follow-up': [
    expectState.says('Overdue: Mon 23 Nov, Karl Fisher'),
    expectState.says('Tue 24 Nov, You'),
    expectState.says('Won, €5,400: Send the contract'),
    expectState.offers(/^Follow-ups 2/),
  ],
  'second-call': [
    expectState.heading('Earlier calls'),
    expectState.says('Done: Send two dates'),
    expectState.says('Won, €5,400: Send the contract'),
    expectState.counts('button', 'Mark as done', 1),
    expectState.lacks('After the call'),
  ],
  'after-call-viewer': [expectState.says('Later, €1,200: Send two dates'), expectState.lacks('Won')],
  list: [
    expectState.heading('Bookings'),
    expectState.counts('row', /Thandi|Ruan/, 8),
    expectState.says('overdue by 2 h'),
    expectState.says('due soon, 2 h 59 min left'),
    expectState.says('Requested another time'),
    ...['New', 'Suspected spam', 'Confirmed', 'Completed', 'No-show', 'Cancelled', 'Spam'].map((word) =>
      expectState.shows('row', word),
    ),
  ],
  'each-status': bookingStatuses.map((status) => expectState.shows('row', bookingStatusWords[status])),
  ...expectationsOfEach(bookingStatuses, (status) => [
    expectState.heading('Thandi Nkosi'),
    expectState.says(bookingStatusWords[status]),
    expectState.says(`→ ${bookingStatusWords[status]}`),
    ...bookingMoves[status].map((to) => expectState.offers(moveLabel(status, to))),
  ]),
  loading: [expectState.heading('Bookings'), expectState.waits('Loading')],
  empty: [expectState.heading('No bookings')],
  error: [
    expectState.warns('The bookings could not be loaded'),
    expectState.warns('Something went wrong'),
    expectState.offers('Try again'),
  ],
  'long-words': [expectState.offers(/^Wilhelmina/)],
  'right-to-left': [expectState.isolates(arabicName), expectState.isolates(hebrewName)],
  open: [
    expectState.heading('Thandi Nkosi'),
    expectState.offers('Confirm'),
    expectState.offers('Cancel booking'),
    expectState.offers('thandi@company.example'),
    expectState.offers('+27 21 555 0100'),
    expectState.says('Two proposals are late'),
    expectState.says('Asked Lena who knows them.'),
    expectState.offers('Add note'),
  ],
  'open-confirmed': [
    expectState.says('Confirmed, 30 minutes'),
    expectState.offers('Reschedule'),
    expectState.says(/you can mark the call as completed or as a no-show/),
    expectState.lacks('Mark as completed'),
  ],
  'open-long-words': [expectState.heading(/^Wilhelmina/)],
  'open-right-to-left': [expectState.isolates(arabicName)],
  'open-viewer': [
    expectState.heading('Thandi Nkosi'),
    expectState.says(/^Viewers can read everything/),
    expectState.lacks('Confirm'),
    expectState.lacks('Add note'),
  ],
  'phone-booking': [
    expectState.offers('Save as request'),
    expectState.holds('Visitor’s time zone', 'Africa/Johannesburg'),
    expectState.says('The confirmation and the invitation go to this address.'),
  ],
  'phone-booking-refused': [expectState.offers('Confirm anyway'), expectState.warns(/outside working hours/)],
  'open-phone-booking': [expectState.heading('Thandi Nkosi'), expectState.says('+27 21 555 0100')],
}
