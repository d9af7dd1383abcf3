import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { week } from '#desk/lib/sample-records.ts'
import {
  arabicName,
  asAgent,
  asViewer,
  colleague,
  hoursAgo,
  me,
  people,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import type { DeskCalendar } from '#shared/contract/calendars.ts'
import type { CallOutside, Host, HostFreeTimes } from '#shared/contract/hosts.ts'
import { broken, type Looks, never, offline, refused, see } from '#shared/lib/sample-states.ts'

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
  id: colleague.id,
  name: colleague.name,
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
/** Returns a busy time; `begins` and `ends` are hours from now. */
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
const free: HostFreeTimes = {
  zone: 'Africa/Johannesburg',
  monday: '2026-11-30',
  times: [-142, -143, -144, -166, -167].map((hours) => hoursAgo(hours)),
  calls: 5,
}
export const answers: Answers = {
  'rpc/desk_hosts': [host(), other],
  'rpc/week_of_calls': { ...week, days_off: [] },
  'rpc/desk_calendars': calendars,
  'rpc/available_times_of_host': free,
}
const outside = (number: number, change: Partial<CallOutside>): CallOutside => ({
  id: sampleId(100 + number),
  name: 'Thandi Nkosi',
  company: 'Karoo Business Software',
  starts: hoursAgo(-26 * number),
  host: null,
  reasons: ['outside_hours'],
  ...change,
})
const nobody: Answers = { ...answers, 'rpc/desk_hosts': [] }

export const states = {
  own: { at, answers },
  none: { at, answers: nobody },
  'none-of-other-member': { at: `${at}?host=${colleague.id}`, answers: nobody },
  loading: { at, answers: { ...answers, 'rpc/desk_hosts': never } },
  error: { at, answers: { ...answers, 'rpc/desk_hosts': broken } },
  'owner-chooses-another': { at: `${at}?host=${colleague.id}`, answers },
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
        outside(3, { host: colleague.id }),
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
    at: `${at}?host=${colleague.id}`,
    answers: {
      ...answers,
      'rpc/save_host': refused(
        400,
        'new row for relation "hosts" violates check constraint "hosts_link_check"',
        {
          code: '23514',
        },
      ),
    },
    steps: [
      ['fill', 'Meeting link', 'https://meet.example/<karl>'],
      ['press', 'Save availability'],
      ['see', 'Not saved.'],
    ],
  },
  'link-per-call': {
    at: `${at}?host=${colleague.id}`,
    answers,
    steps: [['fill', 'Meeting link', 'https://meet.example/{reference}']],
  },
  conflict: {
    at,
    answers: {
      ...answers,
      'rpc/save_host': refused(409, 'Someone else changed this.', { code: 'PT409', hint: 'changed' }),
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
    at: `${at}?host=${colleague.id}`,
    answers: {
      ...answers,
      'rpc/desk_calendars': [calendar(1, { name: unbreakable, place: `${unbreakable}.example` })],
      'rpc/desk_hosts': [
        { ...other, name: unbreakable, link: `https://${unbreakable.toLowerCase()}.example/${unbreakable}` },
      ],
    },
  },
  'right-to-left': {
    at: `${at}?host=${colleague.id}`,
    answers: { ...answers, 'rpc/desk_hosts': [{ ...other, name: arabicName }] },
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  own: [
    see.heading('Availability'),
    see.heading('Busy in the next two weeks'),
    see.holds('Monday, 1: from', '09:00'),
    see.holds('Monday, 2: until', '17:00'),
    // A time field cannot show 24:00.
    see.holds('Sunday: until', '00:00'),
    see.says('35 h 30 min'),
    see.says('Room for 5 calls next week'),
    see.says('Mon 30 Nov: 3 · Tue 1 Dec: 2'),
    see.says('It is 12:20 there now.'),
    see.holds('Notice (hours)', '4'),
    see.says('1 in the past'),
    see.says('Off: no calls'),
    see.saysNo('Unsaved changes.'),
    see.offers('Save availability'),
    see.says('Read 6 min ago: 41 upcoming busy times.'),
    see.says(/^CalDAV at dav\.example:5232, as/),
    see.offers('Create address'),
  ],
  none: [
    see.heading('You do not take calls yet'),
    see.says(/Mon, Tue, Wed, Thu, Fri, 09:00–17:00, Africa\/Johannesburg/),
    see.offers('Start with these hours'),
  ],
  'none-of-other-member': [
    see.heading(/Karl Fisher.* does not take calls yet/),
    see.offers('Start with these hours'),
  ],
  loading: [see.heading('Availability'), see.waits('Loading')],
  error: [see.warns('The hours could not be loaded'), see.offers('Try again')],
  'owner-chooses-another': [
    see.heading(/Karl Fisher/),
    see.holds('Availability of', /.+/),
    see.holds('Meeting link', 'https://meet.example/karl'),
    see.offers('Save availability'),
  ],
  agent: [
    see.heading(/Availability/),
    see.holds('Monday, 1: from', '09:00'),
    see.offers('Save availability'),
  ],
  'agent-reads-other-host': [
    see.heading(/Nomsa Dube/),
    see.lacks('Save availability'),
    see.lacks('Add a day off'),
  ],
  viewer: [see.heading(/Nomsa Dube/), see.says(/^Room for .* next week/), see.lacks('Save availability')],
  'viewer-without-hosts': [see.heading('No hosts yet'), see.lacks('Start with these hours')],
  'calls-outside': [see.says(/^2 confirmed calls outside these hours/), see.isolates(arabicName)],
  'takes-no-calls': [see.says(/^Not taking calls/)],
  'weekly-limit': [
    see.says(/^Room for 2 calls next week The weekly limit allows no more\. Available times: Mon/),
  ],
  'no-available-times': [see.says(/^No available times next week/)],
  edited: [
    see.holds('Friday, 2: until', '17:00'),
    see.says('39 h'),
    see.says('Unsaved changes.'),
    see.offers('Discard changes'),
  ],
  overlapping: [see.says('These hours overlap.')],
  refused: [see.says('The address must start with https://.'), see.warns('Not saved.')],
  'link-per-call': [see.says('For example, call 3F0C8C1E uses https://meet.example/3F0C8C1E')],
  conflict: [
    see.warns(/^Someone else changed these settings/),
    see.holds('Friday, 2: until', '17:00'),
    see.offers('Discard my changes'),
    see.offers('Keep my changes'),
  ],
  offline: [see.says('Unsaved changes.')],
  'long-words': [see.heading(/Donaudampf/)],
  'right-to-left': [see.isolates(arabicName)],
}
