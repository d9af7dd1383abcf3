import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { type DeskStates, statesOfEach, variantsOf } from '#desk/lib/sample-responses.ts'
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
  pending,
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

const show = variantsOf({ at: '/bookings', answers: {} })

export const states = {
  'follow-up': { ...show(bookingList([late, today, second])), at: '/bookings?status=follow-up' },
  'second-call': openBooking(second),
  'after-call-viewer': variantsOf(openBooking(late))(asViewer),
  list: show(list),
  'each-status': show(bookingList(ofEach)),
  ...statesOfEach(bookingStatuses, (_, index) => withStatus(ofEach[index] ?? fresh)),
  loading: show({ ...list, 'rpc/list_bookings': pending, 'rpc/booking_counts': pending }),
  empty: show({ ...bookingList([]), 'rpc/booking_counts': { all: 0 } }),
  error: show({ ...list, 'rpc/list_bookings': serverError }),
  'long-words': show(
    bookingList([booking(1, { name: longName, company: unbreakable, source: unbreakable, campaign: unbreakable })]),
  ),
  'right-to-left': show(
    bookingList([
      booking(1, { name: arabicName, company: 'شركة الأفق (2024)' }),
      booking(2, { name: hebrewName, company: 'Acme 42' }),
    ]),
  ),
  open: openBooking(fresh),
  'open-confirmed': openBooking(confirmed),
  'open-long-words': variantsOf(
    openBooking(booking(1, { name: longName, company: unbreakable, email: `${unbreakable}@example.com` }), {
      message: `${unbreakable} `.repeat(6),
      monthly_revenue: unbreakable,
      landing_page: `/?${unbreakable}`,
    }),
  )({}, ['open', 'Details']),
  'open-right-to-left': openBooking(booking(1, { name: arabicName, company: 'شركة الأفق (2024)' }), {
    message: 'مرحبا، نحتاج إلى مكالمة (ERP) قبل نهاية الشهر.',
  }),
  'open-viewer': variantsOf(openBooking(fresh))(asViewer),
  'phone-booking': show(list, ['press', 'New booking']),
  'phone-booking-refused': show(
    {
      ...list,
      'rpc/add_booking': errorResponse(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    ['press', 'New booking'],
    ['fill', 'Name', 'Thandi Nkosi'],
    ['fill', 'Company', 'Karoo'],
    ['fill', 'Phone', '+27 21 555 0100'],
    ['press', `Confirm ${timeInWords('10:00')}`],
    ['see', 'Confirm anyway'],
  ),
  'open-phone-booking': openBooking(
    { ...confirmed, email: null, current_challenges: null, team_size: null },
    { phone: '+27 21 555 0100' },
  ),
} satisfies DeskStates

const { counts, heading, holds, isolates, lacks, offers, says, saysNo, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  'follow-up': [
    says('Overdue: Mon 23 Nov, Karl Fisher'),
    says('Tue 24 Nov, You'),
    says('Won, €5,400: Send the contract'),
    offers(/^Follow-ups 2/),
  ],
  'second-call': [
    heading('Earlier calls'),
    says('Done: Send two dates'),
    says('Won, €5,400: Send the contract'),
    counts('button', 'Mark as done', 1),
    lacks('After the call'),
  ],
  'after-call-viewer': [says('Later, €1,200: Send two dates'), lacks('Won')],
  list: [
    heading('Bookings'),
    counts('row', /Thandi|Ruan/, 8),
    says('overdue by 2 h'),
    says('due soon, 2 h 59 min left'),
    says('Requested another time'),
    ...['New', 'Suspected spam', 'Confirmed', 'Completed', 'No-show', 'Cancelled', 'Spam'].map((word) =>
      shows('row', word),
    ),
  ],
  'each-status': bookingStatuses.map((status) => shows('row', bookingStatusWords[status])),
  ...expectationsOfEach(bookingStatuses, (status) => [
    heading('Thandi Nkosi'),
    says(bookingStatusWords[status]),
    says(`→ ${bookingStatusWords[status]}`),
    ...bookingMoves[status].map((to) => offers(moveLabel(status, to))),
  ]),
  loading: [heading('Bookings'), waits('Loading')],
  empty: [heading('No bookings')],
  error: [warns('The bookings could not be loaded'), warns('Something went wrong'), offers('Try again')],
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
    saysNo('Landing page'),
    offers('Add note'),
  ],
  'open-confirmed': [
    says('Confirmed, 30 minutes'),
    offers('Reschedule'),
    says(/you can mark the call as completed or as a no-show/),
    lacks('Mark as completed'),
  ],
  'open-long-words': [heading(/^Wilhelmina/), says('Landing page')],
  'open-right-to-left': [isolates(arabicName)],
  'open-viewer': [heading('Thandi Nkosi'), says(/^Viewers can read everything/), lacks('Confirm'), lacks('Add note')],
  'phone-booking': [
    offers('Save as request'),
    holds('Visitor’s time zone', 'Africa/Johannesburg'),
    says('The confirmation and the invitation go to this address.'),
  ],
  'phone-booking-refused': [offers('Confirm anyway'), warns(/outside working hours/)],
  'open-phone-booking': [heading('Thandi Nkosi'), says('+27 21 555 0100')],
}
