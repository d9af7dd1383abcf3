import type { DeskStates } from '#desk/lib/answers.ts'
import { week } from '#desk/lib/sample-records.ts'
import { arabicName, booking, called, colleague, hoursAgo, unbreakable } from '#desk/lib/samples.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { broken, never } from '#shared/lib/staged.ts'

const calls = [
  called(1, 24, 'held'),
  called(2, -2, 'confirmed'),
  called(3, -2, 'confirmed', { assigned_to: colleague.id, company: 'Highveld Ledger' }),
  called(4, -27, 'confirmed', { proposed_time: hoursAgo(-30), proposed_at: hoursAgo(1), assigned_to: null }),
  called(5, 20, 'no-show', { company: 'Murray Systems' }),
  booking(6, { call_at: hoursAgo(-50), company: 'Hudson ERP Group' }),
]
const of = (rows: typeof calls, change: Partial<typeof week> = {}) => ({
  at: '/week',
  answers: { 'rpc/week_of_calls': { ...week, ...change }, strategy_call_bookings: rows },
})

export const states = {
  calls: of(calls),
  'each-status': of(bookingStatuses.map((status, index) => called(index, 24 - (index % 5) * 24, status))),
  loading: { at: '/week', answers: { 'rpc/week_of_calls': never } },
  empty: of([], { taken: 0, days_off: [] }),
  error: { at: '/week', answers: { 'rpc/week_of_calls': broken } },
  full: of(calls, { taken: 7, capacity: 5 }),
  'long-words': of(
    calls.map((call) => ({ ...call, company: unbreakable })),
    { days_off: [{ day: '2026-11-27', note: unbreakable }] },
  ),
  'right-to-left': of(calls.map((call) => ({ ...call, company: arabicName }))),
} satisfies DeskStates
