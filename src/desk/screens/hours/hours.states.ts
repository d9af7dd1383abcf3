import { week } from '#desk/lib/sample-records.ts'
import { type DeskResponses, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
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
  offline,
  pending,
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

const refusedLink = 'new row for relation "hosts" violates check constraint "hosts_link_check"'

const show = variantsOf({ at, answers })
const showOther = variantsOf({ at: `${at}?host=${otherMember.id}`, answers })

export const states = {
  own: show(),
  none: show(nobody),
  'none-of-other-member': showOther(nobody),
  loading: show({ 'rpc/desk_hosts': pending }),
  error: show({ 'rpc/desk_hosts': serverError }),
  'owner-chooses-another': showOther(),
  agent: show(asAgent),
  'agent-reads-other-host': { ...show(asAgent), at: `${at}?host=${me.id}` },
  viewer: show({ ...asViewer, 'rpc/desk_hosts': [host()] }),
  'viewer-without-hosts': show({ ...nobody, ...asViewer, 'rpc/desk_people': people }),
  'calls-outside': show({
    'rpc/calls_outside': [
      outside(1, { host: me.id }),
      outside(2, { host: me.id, name: arabicName }),
      outside(3, { host: otherMember.id }),
    ],
  }),
  'takes-no-calls': show({ 'rpc/desk_hosts': [host({ takes_calls: false })] }),
  'no-available-times': show({
    'rpc/available_times_of_host': { zone: 'UTC', monday: '2026-11-30', times: [], calls: 0 },
  }),
  'weekly-limit': show({ 'rpc/available_times_of_host': { ...free, calls: 2 } }),
  edited: show({}, ['press', 'Copy to Tuesday–Friday']),
  overlapping: show({}, ['fill', 'Monday, 2: from', '11:00']),
  refused: showOther(
    {
      'rpc/save_host': errorResponse(400, refusedLink, { code: '23514' }),
    },
    ['fill', 'Meeting link', 'https://meet.example/<karl>'],
    ['press', 'Save availability'],
    ['see', 'Not saved.'],
  ),
  'link-per-call': showOther({}, ['fill', 'Meeting link', 'https://meet.example/{reference}']),
  conflict: show(
    { 'rpc/save_host': errorResponse(409, 'Someone else changed these settings.', { code: 'PT409', hint: 'changed' }) },
    ['press', 'Copy to Tuesday–Friday'],
    ['press', 'Save availability'],
    ['see', 'Someone else changed'],
  ),
  offline: show(
    { 'rpc/save_host': offline, healthz: offline },
    ['press', 'Copy to Tuesday–Friday'],
    ['press', 'Save availability'],
    ['see', 'You are offline'],
  ),
  'long-words': showOther({
    'rpc/desk_calendars': [calendar(1, { name: unbreakable, place: `${unbreakable}.example` })],
    'rpc/desk_hosts': [
      { ...other, name: unbreakable, link: `https://${unbreakable.toLowerCase()}.example/${unbreakable}` },
    ],
  }),
  'right-to-left': showOther({
    'rpc/desk_hosts': [{ ...other, name: arabicName }],
    'rpc/desk_people': [me, { ...otherMember, name: arabicName }],
  }),
} satisfies DeskStates

const { heading, holds, isolates, lacks, offers, says, saysNo, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  own: [
    heading('Availability'),
    heading('Busy in the next two weeks'),
    holds('Monday, 1: from', '09:00'),
    holds('Monday, 2: until', '17:00'),
    // A time field cannot show 24:00.
    holds('Sunday: until', '00:00'),
    says('35 h 30 min'),
    says('Room for 5 calls next week'),
    says('Mon 30 Nov: 3 · Tue 1 Dec: 2'),
    says('It is 12:20 there now.'),
    holds('Notice (hours)', '4'),
    says('1 past date'),
    says('Off: no calls'),
    saysNo('Unsaved changes.'),
    offers('Save availability'),
    says('Read 6 min ago: 41 upcoming busy times.'),
    says(/^CalDAV at dav\.example:5232, as/),
    offers('Create address'),
  ],
  none: [
    heading('You do not take calls yet'),
    says(/Mon, Tue, Wed, Thu, Fri, 09:00–17:00, Africa\/Johannesburg/),
    offers('Start with these hours'),
  ],
  'none-of-other-member': [heading(/Karl Fisher.* does not take calls yet/), offers('Start with these hours')],
  loading: [heading('Availability'), waits('Loading')],
  error: [warns('The hours could not be loaded'), offers('Try again')],
  'owner-chooses-another': [
    heading(/Karl Fisher/),
    holds('Availability of', /.+/),
    holds('Meeting link', 'https://meet.example/karl'),
    offers('Save availability'),
  ],
  agent: [heading(/Availability/), holds('Monday, 1: from', '09:00'), offers('Save availability')],
  'agent-reads-other-host': [heading(/Nomsa Dube/), lacks('Save availability'), lacks('Add a day off')],
  viewer: [heading(/Nomsa Dube/), says(/^Room for .* next week/), lacks('Save availability')],
  'viewer-without-hosts': [heading('No hosts yet'), lacks('Start with these hours')],
  'calls-outside': [says(/^2 confirmed calls outside these hours/), isolates(arabicName)],
  'takes-no-calls': [says(/^This host is not taking calls/)],
  'weekly-limit': [says(/^Room for 2 calls next week The weekly capacity limits this number\. Available times: Mon/)],
  'no-available-times': [says(/^No available times next week/)],
  edited: [holds('Friday, 2: until', '17:00'), says('39 h'), says('Unsaved changes.'), offers('Discard changes')],
  overlapping: [says('These hours overlap.')],
  refused: [says('The address must start with https://.'), warns('Not saved.')],
  'link-per-call': [says('For example, call 3F0C8C1E uses https://meet.example/3F0C8C1E')],
  conflict: [
    warns(/^Someone else changed these settings/),
    holds('Friday, 2: until', '17:00'),
    offers('Discard my changes'),
    offers('Keep my changes'),
  ],
  offline: [says('Unsaved changes.')],
  'long-words': [heading(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
