import { type Answers, type DeskStates, statesOfEach } from '#desk/lib/answers.ts'
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
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

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
const open = (row: (typeof rows)[number], change = {}) => ({
  at: `/bookings?item=${row.id}`,
  answers: { ...bookingList([row]), 'rpc/read_booking': bookingRecord(row, change) },
})
const fresh = booking(1)
const confirmed = called(4, -26, 'confirmed')
const asking = called(4, -26, 'confirmed', {
  proposed_time: hoursAgo(-30),
  proposed_at: hoursAgo(2),
  due_at: hoursAgo(-22),
})
const toConfirm = open(fresh)
const host = (change: Partial<HostForCall>): HostForCall => ({
  id: me.id,
  name: me.name,
  is_free: true,
  reasons: [],
  last_given_at: hoursAgo(70),
  is_proposed: true,
  held_until: null,
  ...change,
})
const karl = { id: colleague.id, name: colleague.name }
const hosts = [
  host(karl),
  host({ last_given_at: hoursAgo(4), is_proposed: false }),
  host({
    id: sampleId(5),
    name: hebrewName,
    is_free: false,
    reasons: ['overlap', 'break'],
    is_proposed: false,
  }),
]
const among = (state: { at: string; answers: Answers }, list: HostForCall[]) => ({
  ...state,
  answers: { ...state.answers, 'rpc/hosts_for_call': list },
})
const toTake = among(open(called(4, -26, 'confirmed', { assigned_to: colleague.id })), hosts)
const held = [host({ ...karl, held_until: hoursAgo(-22) })]
const ofEach = bookingStatuses.map((status, index) => called(10 + index, 30, status))
/** Open, with a move to where it is in its history. */
const withStatus = (row: (typeof rows)[number]) => {
  const { at, answers } = open(row)
  const record = bookingRecord(row)
  const details = { from: row.status === 'new' ? 'spam' : 'new', to: row.status, confirmed: row.confirmed }
  const timeline = [{ at: hoursAgo(1), actor: me.id, action: 'booking_moved', details }]
  return { at, answers: { ...answers, 'rpc/read_booking': { ...record, timeline } } }
}

const step = { outcome: 'later', outcome_value: 1200, next_step: 'Send two dates' } as const
const late = called(5, 30, 'held', { ...step, next_step_on: '2026-11-23', next_step_by: colleague.id })
const today = called(6, 54, 'held', { ...step, next_step_on: '2026-11-24', next_step_by: me.id })

export const states = {
  'follow-up': { at: '/bookings?status=follow-up', answers: bookingList([late, today]) },
  'after-call-viewer': { ...open(late), answers: { ...open(late).answers, ...asViewer } },
  'outcome-changed-meanwhile': {
    ...open(late),
    answers: {
      ...open(late).answers,
      'rpc/save_outcome': refused(409, 'changed', {
        hint: 'changed',
        facts: { status: 'held', confirmed: null, what: 'outcome', by: colleague.id, at: hoursAgo(0.1) },
      }),
    },
    steps: [
      ['fill', 'Next step', 'Call in January'],
      ['press', 'Save'],
      ['see', 'Nothing of yours was changed'],
    ],
  },
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
  open: open(fresh),
  'open-confirmed': open(confirmed),
  'open-asking-for-another-time': open(asking),
  'open-long-words': open(
    booking(1, { name: longName, company: unbreakable, email: `${unbreakable}@example.com` }),
    {
      message: `${unbreakable} `.repeat(6),
      monthly_revenue: unbreakable,
      landing_page: `/?${unbreakable}`,
    },
  ),
  'open-right-to-left': open(booking(1, { name: arabicName, company: 'شركة الأفق (2024)' }), {
    message: 'مرحبا، نحتاج إلى مكالمة (ERP) قبل نهاية الشهر.',
  }),
  'open-viewer': { ...open(fresh), answers: { ...open(fresh).answers, ...asViewer } },
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
  'open-by-telephone': open(
    { ...confirmed, email: null, current_challenges: null, team_size: null },
    { phone: '+27 21 555 0100' },
  ),
  confirm: { ...toConfirm, steps: [['press', 'Confirm']] },
  'confirm-passed-wish': {
    ...open(booking(1, { preferred_time: hoursAgo(2), call_at: hoursAgo(2) })),
    steps: [['press', 'Confirm']],
  },
  'open-asking-for-a-passed-time': open({ ...asking, proposed_time: hoursAgo(1) }),
  'confirm-outside-hours': {
    ...toConfirm,
    answers: {
      ...toConfirm.answers,
      'rpc/move_booking': refused(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours', 'week_full'], capacity: 5, taken: 5 },
      }),
    },
    steps: [
      ['press', 'Confirm'],
      ['press', 'Confirm 14:20'],
      ['see', 'That week is full'],
    ],
  },
  'confirm-with-host': { ...among(toConfirm, hosts), steps: [['press', 'Confirm']] },
  'confirm-nobody-free': {
    ...among(
      toConfirm,
      hosts.map((one) =>
        host({ ...one, is_free: false, is_proposed: false, reasons: ['outside_hours', 'busy'] }),
      ),
    ),
    steps: [['press', 'Confirm']],
  },
  'confirm-held': { ...among(open(fresh, { picked: true }), held), steps: [['press', 'Confirm']] },
  'open-offered': {
    ...open(fresh),
    answers: {
      ...open(fresh).answers,
      'rpc/read_booking': {
        ...bookingRecord(fresh),
        offered: [-50, -55].map((hours) => ({ start: hoursAgo(hours), host: me.id, until: hoursAgo(-20) })),
      },
    },
  },
  'offer-times': {
    ...toConfirm,
    steps: [
      ['press', 'Offer times'],
      ['see', 'Choose two or three'],
    ],
  },
  'open-picked': among(open(fresh, { picked: true }), held),
  'open-picked-not-held': among(open(fresh, { picked: true }), hosts),
  'open-to-pass-on': among(open(confirmed), hosts),
  'pass-refused': {
    ...toTake,
    answers: {
      ...toTake.answers,
      'rpc/pass_call': refused(409, 'busy', {
        hint: 'busy',
        facts: { warnings: ['busy', 'outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    steps: [
      ['press', 'Take it'],
      ['see', 'Their calendar says'],
    ],
  },
  'changed-meanwhile': {
    ...open(confirmed),
    answers: {
      ...open(confirmed).answers,
      'rpc/move_booking': refused(409, 'changed', {
        hint: 'changed',
        facts: { status: 'cancelled', confirmed: null, by: colleague.id, at: hoursAgo(0.1) },
      }),
    },
    steps: [
      ['press', 'Cancel booking'],
      ['see', 'Nothing of yours was changed'],
    ],
  },
} satisfies DeskStates
