import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { listed, week } from '#desk/lib/sample-records.ts'
import {
  arabicName,
  asViewer,
  booking,
  called,
  colleague,
  hoursAgo,
  me,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import { shortDay } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import type { HostWeek } from '#shared/contract/desk-week.ts'
import { broken, type Looks, never, see } from '#shared/lib/sample-states.ts'
import { standsInWeek } from './place.ts'

const calls = [
  called(1, 24, 'completed'),
  called(2, -2, 'confirmed'),
  called(3, -2, 'confirmed', { assigned_to: colleague.id, company: 'Highveld Ledger' }),
  called(4, -27, 'confirmed', {
    proposed_time: hoursAgo(-30),
    unanswered_since: hoursAgo(1),
    assigned_to: null,
  }),
  called(5, 20, 'no-show', { company: 'Murray Systems' }),
  booking(6, { call_at: hoursAgo(-50), company: 'Hudson ERP Group' }),
]
/** Returns a span of time; `from` and `until` are hours from now. */
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
  id: colleague.id,
  name: colleague.name,
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
  ...colleague,
  ...(index % 2 ? toNewYork : toJohannesburg),
  id: sampleId(50 + index),
  name: `${letter}da Botha`,
}))
const callsOfTwelve = twelve.flatMap(({ id }, index) =>
  [20, -28].map((hour, half) =>
    called(20 + 2 * index + half, hour + index - (index % 3) * 24, 'confirmed', { assigned_to: id }),
  ),
)
const atNight = { ...toJohannesburg, open: [hours(9.67, 17.67), hours(33.67, 41.67)], busy: [] }
const of = (rows: typeof calls, change: Partial<typeof week> = {}) => ({
  at: '/week',
  answers: { 'rpc/week_of_calls': { ...week, ...change }, 'rpc/list_bookings': listed(rows) },
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
  hosts: of([...calls, held], { hosts }),
  'two-lanes': of([...calls.slice(0, 3), held], { hosts }),
  'outside-hours': of(outside, { hosts }),
  'twelve-hosts': {
    at: '/week',
    answers: { ...of(callsOfTwelve, { hosts: twelve }).answers, 'rpc/desk_people': [me, ...twelve] },
  },
  'host-at-night': of([called(1, -12, 'confirmed'), called(2, -2, 'confirmed')], { hosts: [atNight] }),
  'unassigned-filter': { ...of([...calls, held], { hosts }), at: '/week?host=nobody' },
  planning: {
    ...of([...calls, held], { hosts }),
    steps: [
      ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC')}`],
      ['see', 'Choose a request.'],
    ],
  },
  'nothing-to-plan': {
    ...of([], { hosts }),
    steps: [
      ['press', `Plan a call on ${shortDay(new Date('2026-11-25'), 'UTC')}`],
      ['see', 'No requests are waiting'],
    ],
  },
  viewer: {
    ...of([...calls, held], { hosts }),
    answers: { ...of([...calls, held], { hosts }).answers, ...asViewer },
  },
  'right-to-left': of(calls.map((call) => ({ ...call, company: arabicName }))),
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  calls: [
    see.heading(/23/),
    see.says('3 of 5'),
    see.offers(/Highveld Ledger Karl Fisher/),
    see.offers(/unassigned.*requested another time/),
    see.offers(/Hudson ERP Group.*Requested/),
    see.says('Day of the team'),
  ],
  'each-status': bookingStatuses.map((status) => {
    const word = status === 'new' ? 'Requested' : bookingStatusWords[status]
    return standsInWeek[status] ? see.says(word) : see.saysNo(word)
  }),
  loading: [see.heading('Week'), see.waits('Loading')],
  empty: [see.says('0 of 5'), see.says('No calls'), see.offers('Next week')],
  error: [see.warns('The week could not be loaded'), see.offers('Try again')],
  full: [see.says(/2 over capacity/)],
  'long-words': [see.offers(/Donaudampf/)],
  hosts: [
    see.offers('Everyone'),
    see.offers('Unassigned'),
    see.offers(/Ubuntu Ledgers Karl Fisher Requested, held/),
    see.offers(/Hudson ERP Group unassigned Requested/),
  ],
  'two-lanes': [see.offers(/Highveld Ledger Karl Fisher/)],
  'outside-hours': [
    see.offers(/02:05 Ubuntu Ledgers/),
    see.offers(/14:20 Kauri Cloud/),
    see.offers(/23:50 Murray Systems/),
  ],
  'twelve-hosts': [see.offers('Lda Botha'), see.counts('link', /Botha/, 24)],
  'host-at-night': [see.offers(/00:20 Karoo/), see.offers(/14:20 Karoo/)],
  'unassigned-filter': [see.offers(/Hudson ERP Group unassigned/), see.saysNo('Highveld Ledger')],
  planning: [see.says(/Plan a call, Wed 25 Nov, 09:/), see.offers(/Thandi Nkosi.*requested/)],
  'nothing-to-plan': [see.says('No requests are waiting for a time.')],
  viewer: [see.offers(/Ubuntu Ledgers/), see.saysNo('Plan a call')],
  'right-to-left': [see.isolates(arabicName)],
}
