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
import { timeInWords } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingMoves, bookingStatuses } from '#shared/contract/desk.ts'
import { broken, type Looks, looksAtEach, never, refused, see } from '#shared/lib/sample-states.ts'
import { moveVerb } from './booking-moves.ts'

/** One booking for each status; the most urgent booking comes first. */
const rows = [
  booking(1, { created_at: hoursAgo(26), assigned_to: colleague.id }),
  booking(2, { created_at: hoursAgo(21), name: 'Ruan Botha', company: 'Highveld Ledger' }),
  booking(3, { status: 'spam?', due_at: null, source: 'site', campaign: null, time_zone: null }),
  called(4, -26, 'confirmed', {
    proposed_time: hoursAgo(-30),
    unanswered_since: hoursAgo(2),
    due_at: hoursAgo(-22),
  }),
  called(5, 30, 'completed'),
  called(6, 54, 'no-show'),
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
export const confirmed = called(4, -26, 'confirmed')
const ofEach = bookingStatuses.map((status, index) => called(10 + index, 30, status))
/** The open record; its history contains the move to its status. */
const withStatus = (row: (typeof rows)[number]) => {
  const { at, answers } = openBooking(row)
  const record = bookingRecord(row)
  const details = { from: row.status === 'new' ? 'spam' : 'new', to: row.status, confirmed: row.confirmed }
  const timeline = [{ at: hoursAgo(1), actor: me.id, action: 'booking_moved', details }]
  return { at, answers: { ...answers, 'rpc/read_booking': { ...record, timeline } } }
}

const step = { outcome: 'later', outcome_value: 1200, next_step: 'Send two dates' } as const
export const late = called(5, 30, 'completed', {
  ...step,
  next_step_on: '2026-11-23',
  next_step_by: colleague.id,
})
const second = called(4, -26, 'confirmed', {
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
      assigned_to: colleague.id,
      is_done: false,
    },
  },
  follow_up_on: '2026-11-24',
})
const today = called(6, 54, 'completed', { ...step, next_step_on: '2026-11-24', next_step_by: me.id })

export const states = {
  'follow-up': { at: '/bookings?status=follow-up', answers: bookingList([late, today, second]) },
  'second-call': openBooking(second),
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
  'phone-booking': { at: '/bookings', answers: list, steps: [['press', 'New booking']] },
  'phone-booking-refused': {
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

export const looks: Looks<typeof states> = {
  'follow-up': [
    see.says('Overdue: Mon 23 Nov, Karl Fisher'),
    see.says('Tue 24 Nov, You'),
    see.says('Won, €5,400: Send the contract'),
    see.offers(/^Follow-ups 2/),
  ],
  'second-call': [
    see.heading('Earlier calls'),
    see.says('Done: Send two dates'),
    see.says('Won, €5,400: Send the contract'),
    see.counts('button', 'Mark as done', 1),
    see.lacks('After the call'),
  ],
  'after-call-viewer': [see.says('Later, €1,200: Send two dates'), see.lacks('Won')],
  list: [
    see.heading('Bookings'),
    see.counts('row', /Thandi|Ruan/, 8),
    see.says('overdue by 2 h'),
    see.says('due soon, 2 h 59 min left'),
    see.says('Requested another time'),
    ...['New', 'Suspected spam', 'Confirmed', 'Completed', 'No-show', 'Cancelled', 'Spam'].map((word) =>
      see.shows('row', word),
    ),
  ],
  'each-status': bookingStatuses.map((status) => see.shows('row', bookingStatusWords[status])),
  ...looksAtEach(bookingStatuses, (status) => [
    see.heading('Thandi Nkosi'),
    see.says(bookingStatusWords[status]),
    see.says(`→ ${bookingStatusWords[status]}`),
    ...bookingMoves[status].map((to) => see.offers(moveVerb(status, to))),
  ]),
  loading: [see.heading('Bookings'), see.waits('Loading')],
  empty: [see.heading('No bookings')],
  error: [
    see.warns('The bookings could not be loaded'),
    see.warns('Something went wrong'),
    see.offers('Try again'),
  ],
  'long-words': [see.offers(/^Wilhelmina/)],
  'right-to-left': [see.isolates(arabicName), see.isolates(hebrewName)],
  open: [
    see.heading('Thandi Nkosi'),
    see.offers('Confirm'),
    see.offers('Cancel booking'),
    see.offers('thandi@company.example'),
    see.offers('+27 21 555 0100'),
    see.says('Two proposals are late'),
    see.says('Asked Lena who knows them.'),
    see.offers('Add note'),
  ],
  'open-confirmed': [
    see.says('Confirmed, 30 minutes'),
    see.offers('Reschedule'),
    see.says(/you can mark it as completed or no-show/),
    see.lacks('Mark as completed'),
  ],
  'open-long-words': [see.heading(/^Wilhelmina/)],
  'open-right-to-left': [see.isolates(arabicName)],
  'open-viewer': [
    see.heading('Thandi Nkosi'),
    see.says(/^Viewers can read everything/),
    see.lacks('Confirm'),
    see.lacks('Add note'),
  ],
  'phone-booking': [
    see.offers('Save as request'),
    see.holds('Their time zone', 'Africa/Johannesburg'),
    see.says('The confirmation and the invitation go to this address.'),
  ],
  'phone-booking-refused': [see.offers('Confirm anyway'), see.warns(/outside working hours/)],
  'open-phone-booking': [see.heading('Thandi Nkosi'), see.says('+27 21 555 0100')],
}
