import { listed, week } from '#desk/lib/sample-records.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
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
import { expectState, noResponse, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'
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

export const states = {
  calls: of(calls),
  'each-status': of(bookingStatuses.map((status, index) => bookingWithCall(index, 24 - (index % 5) * 24, status))),
  loading: { at: '/week', answers: { 'rpc/week_of_calls': noResponse } },
  empty: of([], { taken: 0, days_off: [] }),
  error: { at: '/week', answers: { 'rpc/week_of_calls': serverError } },
  full: of(calls, { taken: 7, capacity: 5 }),
  'long-words': of(
    calls.map((call) => ({ ...call, company: unbreakable })),
    { days_off: [{ day: '2026-11-27', note: unbreakable }] },
  ),
  hosts: of([...calls, held], { hosts }),
  'two-lanes': of([...calls.slice(0, 3), held], { hosts }),
  'outside-hours': of(outside, { hosts }),
  'twelve-hosts': {
    at: '/week',
    answers: { ...of(callsOfTwelve, { hosts: twelve }).answers, 'rpc/desk_people': [me, ...twelve] },
  },
  'host-at-night': of([bookingWithCall(1, -12, 'confirmed'), bookingWithCall(2, -2, 'confirmed')], {
    hosts: [atNight],
  }),
  'unassigned-filter': { ...of([...calls, held], { hosts }), at: '/week?host=nobody' },
  planning: {
    ...of([...calls, held], { hosts }),
    steps: [
      ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC').replaceAll('\u00a0', ' ')}`],
      ['see', 'Choose a request.'],
    ],
  },
  'nothing-to-plan': {
    ...of([], { hosts }),
    steps: [
      ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC').replaceAll('\u00a0', ' ')}`],
      ['see', 'No requests are waiting'],
    ],
  },
  viewer: {
    ...of([...calls, held], { hosts }),
    answers: { ...of([...calls, held], { hosts }).answers, ...asViewer },
  },
  'right-to-left': of(calls.map((call) => ({ ...call, company: arabicName }))),
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  calls: [
    expectState.heading(/23/),
    expectState.says('3 of 5'),
    expectState.offers(/Highveld Ledger Karl Fisher/),
    expectState.offers(/unassigned.*requested another time/),
    expectState.offers(/Hudson ERP Group.*Requested/),
    expectState.says('Day of the team'),
  ],
  'each-status': bookingStatuses.map((status) => {
    const word = status === 'new' ? 'Requested' : bookingStatusWords[status]
    return isShownInWeek[status] ? expectState.says(word) : expectState.saysNo(word)
  }),
  loading: [expectState.heading('Week'), expectState.waits('Loading')],
  empty: [expectState.says('0 of 5'), expectState.says('No calls'), expectState.offers('Next week')],
  error: [expectState.warns('The week could not be loaded'), expectState.offers('Try again')],
  full: [expectState.says(/2 over capacity/)],
  'long-words': [expectState.offers(/Donaudampf/)],
  hosts: [
    expectState.offers('Everyone'),
    expectState.offers('Unassigned'),
    expectState.offers(/Ubuntu Ledgers Karl Fisher Requested, held/),
    expectState.offers(/Hudson ERP Group unassigned Requested/),
  ],
  'two-lanes': [expectState.offers(/Highveld Ledger Karl Fisher/)],
  'outside-hours': [
    expectState.offers(/02:05 Ubuntu Ledgers/),
    expectState.offers(/14:20 Kauri Cloud/),
    expectState.offers(/23:50 Murray Systems/),
  ],
  'twelve-hosts': [expectState.offers('Lda Botha'), expectState.counts('link', /Botha/, 24)],
  'host-at-night': [expectState.offers(/00:20 Karoo/), expectState.offers(/14:20 Karoo/)],
  'unassigned-filter': [expectState.offers(/Hudson ERP Group unassigned/), expectState.saysNo('Highveld Ledger')],
  planning: [expectState.says(/Plan a call, Wed\s25\sNov, 09:/), expectState.offers(/Thandi Nkosi.*requested/)],
  'nothing-to-plan': [expectState.says('No requests are waiting for a time.')],
  viewer: [expectState.offers(/Ubuntu Ledgers/), expectState.saysNo('Plan a call')],
  'right-to-left': [expectState.isolates(arabicName)],
}
