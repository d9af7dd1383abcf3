import { week } from '#desk/lib/sample-records.ts'
import type { DeskResponses, DeskStates } from '#desk/lib/sample-responses.ts'
import {
  arabicName,
  asAgent,
  asViewer,
  hoursAgo,
  me,
  otherMember,
  people,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import type { DeskCalendar } from '#shared/contract/calendars.ts'
import type { CallOutsideHours, Host, HostAvailableSlots } from '#shared/contract/hosts.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  offline,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/hours'
export const host = (change: Partial<Host> = {}): Host => ({
  id: me.id,
  name: me.name,
  takes_calls: true,
  time_zone: 'Africa/Johannesburg',
  place: 'phone',
  link: null,
  break_before: 0,
  break_after: 10,
  notice_minutes: 240,
  daily_most: 4,
  named_to_visitors: true,
  hours: [
    ...[1, 2, 3, 4].flatMap((weekday) => [
      { weekday, opens: '09:00:00', closes: '12:00:00' },
      { weekday, opens: '13:00:00', closes: '17:00:00' },
    ]),
    { weekday: 5, opens: '09:00:00', closes: '12:30:00' },
    { weekday: 7, opens: '20:00:00', closes: '24:00:00' },
  ],
  dates: [
    { day: '2026-09-24', opens: null, closes: null },
    { day: '2026-12-16', opens: null, closes: null },
    { day: '2026-12-17', opens: '10:00:00', closes: '12:00:00' },
  ],
  last_given_at: hoursAgo(30),
  feed_since: null,
  updated_at: hoursAgo(100),
  ...change,
})
const other = host({
  id: otherMember.id,
  name: otherMember.name,
  place: 'link',
  link: 'https://meet.example/karl',
})
export const calendar = (number: number, change: Partial<DeskCalendar> = {}): DeskCalendar => ({
  id: sampleId(700 + number),
  host: me.id,
  created_at: hoursAgo(900),
  kind: 'address',
  name: 'Private',
  place: 'calendar.google.com',
  username: null,
  events: 41,
  read_at: hoursAgo(0.1),
  tried_at: hoursAgo(0.1),
  fault: null,
  failing_since: null,
  told_at: null,
  unread: { entries: 212, unread: 0, first: [] },
  busy_soon: [],
  ...change,
})
/** Returns a busy time; `begins` and `ends` are in hours from now. */
const busy = (begins: number, ends: number): [string, string] => [hoursAgo(-begins), hoursAgo(-ends)]
const calendars = [
  calendar(1, { busy_soon: [busy(-2, -1), busy(3, 3.5), busy(22, 24), busy(60, 110), busy(150, 151)] }),
  calendar(2, {
    kind: 'caldav',
    name: 'Family',
    place: 'dav.example:5232',
    username: 'nomsa',
    events: 1,
    busy_soon: [busy(23, 25)],
  }),
]
const free: HostAvailableSlots = {
  zone: 'Africa/Johannesburg',
  monday: '2026-11-30',
  times: [-142, -143, -144, -166, -167].map((hours) => hoursAgo(hours)),
  calls: 5,
}
export const answers: DeskResponses = {
  'rpc/desk_hosts': [host(), other],
  'rpc/week_of_calls': { ...week, days_off: [] },
  'rpc/desk_calendars': calendars,
  'rpc/available_times_of_host': free,
}
const outside = (number: number, change: Partial<CallOutsideHours>): CallOutsideHours => ({
  id: sampleId(100 + number),
  name: 'Thandi Nkosi',
  company: 'Karoo Business Software',
  starts: hoursAgo(-26 * number),
  host: null,
  reasons: ['outside_hours'],
  ...change,
})
const nobody: DeskResponses = { ...answers, 'rpc/desk_hosts': [] }

export const states = {
  own: { at, answers },
  none: { at, answers: nobody },
  'none-of-other-member': { at: `${at}?host=${otherMember.id}`, answers: nobody },
  loading: { at, answers: { ...answers, 'rpc/desk_hosts': noResponse } },
  error: { at, answers: { ...answers, 'rpc/desk_hosts': serverError } },
  'owner-chooses-another': { at: `${at}?host=${otherMember.id}`, answers },
  agent: { at, answers: { ...answers, ...asAgent } },
  'agent-reads-other-host': { at: `${at}?host=${me.id}`, answers: { ...answers, ...asAgent } },
  viewer: { at, answers: { ...answers, ...asViewer, 'rpc/desk_hosts': [host()] } },
  'viewer-without-hosts': { at, answers: { ...nobody, ...asViewer, 'rpc/desk_people': people } },
  'calls-outside': {
    at,
    answers: {
      ...answers,
      'rpc/calls_outside': [
        outside(1, { host: me.id }),
        outside(2, { host: me.id, name: arabicName }),
        outside(3, { host: otherMember.id }),
      ],
    },
  },
  'takes-no-calls': { at, answers: { ...answers, 'rpc/desk_hosts': [host({ takes_calls: false })] } },
  'no-available-times': {
    at,
    answers: {
      ...answers,
      'rpc/available_times_of_host': { zone: 'UTC', monday: '2026-11-30', times: [], calls: 0 },
    },
  },
  'weekly-limit': {
    at,
    answers: { ...answers, 'rpc/available_times_of_host': { ...free, calls: 2 } },
  },
  edited: { at, answers, steps: [['press', 'Copy to Tuesday–Friday']] },
  overlapping: { at, answers, steps: [['fill', 'Monday, 2: from', '11:00']] },
  refused: {
    at: `${at}?host=${otherMember.id}`,
    answers: {
      ...answers,
      'rpc/save_host': errorResponse(400, 'new row for relation "hosts" violates check constraint "hosts_link_check"', {
        code: '23514',
      }),
    },
    steps: [
      ['fill', 'Meeting link', 'https://meet.example/<karl>'],
      ['press', 'Save availability'],
      ['see', 'Not saved.'],
    ],
  },
  'link-per-call': {
    at: `${at}?host=${otherMember.id}`,
    answers,
    steps: [['fill', 'Meeting link', 'https://meet.example/{reference}']],
  },
  conflict: {
    at,
    answers: {
      ...answers,
      'rpc/save_host': errorResponse(409, 'Someone else changed these settings.', { code: 'PT409', hint: 'changed' }),
    },
    steps: [
      ['press', 'Copy to Tuesday–Friday'],
      ['press', 'Save availability'],
      ['see', 'Someone else changed'],
    ],
  },
  offline: {
    at,
    answers: { ...answers, 'rpc/save_host': offline, healthz: offline },
    steps: [
      ['press', 'Copy to Tuesday–Friday'],
      ['press', 'Save availability'],
      ['see', 'You are offline'],
    ],
  },
  'long-words': {
    at: `${at}?host=${otherMember.id}`,
    answers: {
      ...answers,
      'rpc/desk_calendars': [calendar(1, { name: unbreakable, place: `${unbreakable}.example` })],
      'rpc/desk_hosts': [
        { ...other, name: unbreakable, link: `https://${unbreakable.toLowerCase()}.example/${unbreakable}` },
      ],
    },
  },
  'right-to-left': {
    at: `${at}?host=${otherMember.id}`,
    answers: { ...answers, 'rpc/desk_hosts': [{ ...other, name: arabicName }] },
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  own: [
    expectState.heading('Availability'),
    expectState.heading('Busy in the next two weeks'),
    expectState.holds('Monday, 1: from', '09:00'),
    expectState.holds('Monday, 2: until', '17:00'),
    // A time field cannot show 24:00.
    expectState.holds('Sunday: until', '00:00'),
    expectState.says('35 h 30 min'),
    expectState.says('Room for 5 calls next week'),
    expectState.says('Mon 30 Nov: 3 · Tue 1 Dec: 2'),
    expectState.says('It is 12:20 there now.'),
    expectState.holds('Notice (hours)', '4'),
    expectState.says('1 past date'),
    expectState.says('Off: no calls'),
    expectState.saysNo('Unsaved changes.'),
    expectState.offers('Save availability'),
    expectState.says('Read 6 min ago: 41 upcoming busy times.'),
    expectState.says(/^CalDAV at dav\.example:5232, as/),
    expectState.offers('Create address'),
  ],
  none: [
    expectState.heading('You do not take calls yet'),
    expectState.says(/Mon, Tue, Wed, Thu, Fri, 09:00–17:00, Africa\/Johannesburg/),
    expectState.offers('Start with these hours'),
  ],
  'none-of-other-member': [
    expectState.heading(/Karl Fisher.* does not take calls yet/),
    expectState.offers('Start with these hours'),
  ],
  loading: [expectState.heading('Availability'), expectState.waits('Loading')],
  error: [expectState.warns('The hours could not be loaded'), expectState.offers('Try again')],
  'owner-chooses-another': [
    expectState.heading(/Karl Fisher/),
    expectState.holds('Availability of', /.+/),
    expectState.holds('Meeting link', 'https://meet.example/karl'),
    expectState.offers('Save availability'),
  ],
  agent: [
    expectState.heading(/Availability/),
    expectState.holds('Monday, 1: from', '09:00'),
    expectState.offers('Save availability'),
  ],
  'agent-reads-other-host': [
    expectState.heading(/Nomsa Dube/),
    expectState.lacks('Save availability'),
    expectState.lacks('Add a day off'),
  ],
  viewer: [
    expectState.heading(/Nomsa Dube/),
    expectState.says(/^Room for .* next week/),
    expectState.lacks('Save availability'),
  ],
  'viewer-without-hosts': [expectState.heading('No hosts yet'), expectState.lacks('Start with these hours')],
  'calls-outside': [expectState.says(/^2 confirmed calls outside these hours/), expectState.isolates(arabicName)],
  'takes-no-calls': [expectState.says(/^This host is not taking calls/)],
  'weekly-limit': [
    expectState.says(/^Room for 2 calls next week The weekly capacity limits this number\. Available times: Mon/),
  ],
  'no-available-times': [expectState.says(/^No available times next week/)],
  edited: [
    expectState.holds('Friday, 2: until', '17:00'),
    expectState.says('39 h'),
    expectState.says('Unsaved changes.'),
    expectState.offers('Discard changes'),
  ],
  overlapping: [expectState.says('These hours overlap.')],
  refused: [expectState.says('The address must start with https://.'), expectState.warns('Not saved.')],
  'link-per-call': [expectState.says('For example, call 3F0C8C1E uses https://meet.example/3F0C8C1E')],
  conflict: [
    expectState.warns(/^Someone else changed these settings/),
    expectState.holds('Friday, 2: until', '17:00'),
    expectState.offers('Discard my changes'),
    expectState.offers('Keep my changes'),
  ],
  offline: [expectState.says('Unsaved changes.')],
  'long-words': [expectState.heading(/Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
