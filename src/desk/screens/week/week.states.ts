import { listed, week } from '#desk/lib/sample-records.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import {
  arabicName,
  asViewer,
  booking,
  bookingWithCall,
  hoursAgo,
  me,
  otherMember,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import { shortDay } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import type { HostWeek } from '#shared/contract/desk-week.ts'
import { expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'
import { isShownInWeek } from './week-layout.ts'

const calls = [
  bookingWithCall(1, 24, 'completed'),
  bookingWithCall(2, -2, 'confirmed'),
  bookingWithCall(3, -2, 'confirmed', { assigned_to: otherMember.id, company: 'Highveld Ledger' }),
  bookingWithCall(4, -27, 'confirmed', {
    proposed_time: hoursAgo(-30),
    unanswered_since: hoursAgo(1),
    assigned_to: null,
  }),
  bookingWithCall(5, 20, 'no-show', { company: 'Murray Systems' }),
  booking(6, { call_at: hoursAgo(-50), company: 'Hudson ERP Group' }),
]
/** Returns a span of time; `from` and `until` are in hours from now. */
const hours = (from: number, until: number): [string, string] => [hoursAgo(-from), hoursAgo(-until)]
const held = booking(7, { call_at: hoursAgo(-27), company: 'Ubuntu Ledgers' })
const toJohannesburg: HostWeek = {
  id: me.id,
  name: me.name,
  time_zone: 'Africa/Johannesburg',
  open: [hours(-3, 5), hours(21, 25), hours(26, 29)],
  busy: [hours(0, 1.5)],
  held: [],
}
const toNewYork: HostWeek = {
  id: otherMember.id,
  name: otherMember.name,
  time_zone: 'America/New_York',
  open: [hours(3, 9), hours(24, 33), hours(48, 57)],
  busy: [hours(24, 25), hours(49, 51)],
  held: [{ booking: held.id, from: hoursAgo(-27), until: hoursAgo(-27.5) }],
}
const hosts = [toJohannesburg, toNewYork]
/** Requests at night and across midnight, and a third call in the same hour. */
const outside = [
  ...calls,
  booking(8, { call_at: hoursAgo(-13.75), company: 'Ubuntu Ledgers' }),
  booking(9, { call_at: hoursAgo(-35.5), company: 'Murray Systems' }),
  booking(10, { call_at: hoursAgo(-2), company: 'Kauri Cloud' }),
]
const twelve = Array.from('ABCDEFGHIJKL', (letter, index) => ({
  ...otherMember,
  ...(index % 2 ? toNewYork : toJohannesburg),
  id: sampleId(50 + index),
  name: `${letter}da Botha`,
}))
const callsOfTwelve = twelve.flatMap(({ id }, index) =>
  [20, -28].map((hour, half) =>
    bookingWithCall(20 + 2 * index + half, hour + index - (index % 3) * 24, 'confirmed', { assigned_to: id }),
  ),
)
const atNight = { ...toJohannesburg, open: [hours(9.67, 17.67), hours(33.67, 41.67)], busy: [] }
const of = (rows: typeof calls, change: Partial<typeof week> = {}) => ({
  at: '/week',
  answers: { 'rpc/week_of_calls': { ...week, ...change }, 'rpc/list_bookings': listed(rows) },
})

const show = variantsOf({ at: '/week', answers: {} })

export const states = {
  calls: of(calls),
  'each-status': of(bookingStatuses.map((status, index) => bookingWithCall(index, 24 - (index % 5) * 24, status))),
  loading: show({ 'rpc/week_of_calls': pending }),
  empty: of([], { taken: 0, days_off: [] }),
  error: show({ 'rpc/week_of_calls': serverError }),
  full: of(calls, { taken: 7, capacity: 5 }),
  'long-words': of(
    calls.map((call) => ({ ...call, company: unbreakable })),
    { days_off: [{ day: '2026-11-27', note: unbreakable }] },
  ),
  hosts: of([...calls, held], { hosts }),
  'two-lanes': of([...calls.slice(0, 3), held], { hosts }),
  'outside-hours': of(outside, { hosts }),
  'twelve-hosts': show({ ...of(callsOfTwelve, { hosts: twelve }).answers, 'rpc/desk_people': [me, ...twelve] }),
  'host-at-night': of([bookingWithCall(1, -12, 'confirmed'), bookingWithCall(2, -2, 'confirmed')], {
    hosts: [atNight],
  }),
  'unassigned-filter': { ...of([...calls, held], { hosts }), at: '/week?host=nobody' },
  planning: variantsOf(of([...calls, held], { hosts }))(
    {},
    ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC').replaceAll('\u00a0', ' ')}`],
    ['see', 'Choose a request.'],
  ),
  'nothing-to-plan': variantsOf(of([], { hosts }))(
    {},
    ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC').replaceAll('\u00a0', ' ')}`],
    ['see', 'No requests are waiting'],
  ),
  viewer: variantsOf(of([...calls, held], { hosts }))(asViewer),
  'right-to-left': of(calls.map((call) => ({ ...call, company: arabicName }))),
} satisfies DeskStates

const { counts, heading, isolates, offers, says, saysNo, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  calls: [
    heading(/23/),
    says('3 of 5'),
    offers(/Highveld Ledger Karl Fisher/),
    offers(/unassigned.*requested another time/),
    offers(/Hudson ERP Group.*Requested/),
    says('Day of the team'),
  ],
  'each-status': bookingStatuses.map((status) => {
    const word = status === 'new' ? 'Requested' : bookingStatusWords[status]
    return isShownInWeek[status] ? says(word) : saysNo(word)
  }),
  loading: [heading('Week'), waits('Loading')],
  empty: [says('0 of 5'), says('No calls'), offers('Next week')],
  error: [warns('The week could not be loaded'), offers('Try again')],
  full: [says(/2 over capacity/)],
  'long-words': [offers(/Donaudampf/)],
  hosts: [
    offers('Everyone'),
    offers('Unassigned'),
    offers(/Ubuntu Ledgers Karl Fisher Requested, held/),
    offers(/Hudson ERP Group unassigned Requested/),
  ],
  'two-lanes': [offers(/Highveld Ledger Karl Fisher/)],
  'outside-hours': [offers(/02:05 Ubuntu Ledgers/), offers(/14:20 Kauri Cloud/), offers(/23:50 Murray Systems/)],
  'twelve-hosts': [offers('Lda Botha'), counts('link', /Botha/, 24)],
  'host-at-night': [offers(/00:20 Karoo/), offers(/14:20 Karoo/)],
  'unassigned-filter': [offers(/Hudson ERP Group unassigned/), saysNo('Highveld Ledger')],
  planning: [says(/Plan a call, Wed\s25\sNov, 09:/), offers(/Thandi Nkosi.*requested/)],
  'nothing-to-plan': [says('No requests are waiting for a time.')],
  viewer: [offers(/Ubuntu Ledgers/), saysNo('Plan a call')],
  'right-to-left': [isolates(arabicName)],
}
