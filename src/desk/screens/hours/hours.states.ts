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
import type { Host, HostFreeTimes } from '#shared/contract/hosts.ts'
import {
  broken,
  heading,
  holds,
  isolates,
  type Looks,
  lacks,
  never,
  offers,
  offline,
  refused,
  says,
  saysNo,
  waits,
  warns,
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
  ...change,
})
const calendars = [
  calendar(1),
  calendar(2, { kind: 'caldav', name: 'Family', place: 'dav.example:5232', username: 'nomsa', events: 1 }),
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
  'rpc/free_times_of_host': free,
}
const nobody: Answers = { ...answers, 'rpc/desk_hosts': [] }

export const states = {
  own: { at, answers },
  none: { at, answers: nobody },
  'none-of-another': { at: `${at}?host=${colleague.id}`, answers: nobody },
  loading: { at, answers: { ...answers, 'rpc/desk_hosts': never } },
  error: { at, answers: { ...answers, 'rpc/desk_hosts': broken } },
  'owner-chooses-another': { at: `${at}?host=${colleague.id}`, answers },
  agent: { at, answers: { ...answers, ...asAgent } },
  'agent-looks-at-another': { at: `${at}?host=${me.id}`, answers: { ...answers, ...asAgent } },
  viewer: { at, answers: { ...answers, ...asViewer, 'rpc/desk_hosts': [host()] } },
  'viewer-and-nobody': { at, answers: { ...nobody, ...asViewer, 'rpc/desk_people': people } },
  'takes-no-calls': { at, answers: { ...answers, 'rpc/desk_hosts': [host({ takes_calls: false })] } },
  'nothing-free': {
    at,
    answers: {
      ...answers,
      'rpc/free_times_of_host': { zone: 'UTC', monday: '2026-11-30', times: [], calls: 0 },
    },
  },
  'room-for-more': {
    at,
    answers: { ...answers, 'rpc/free_times_of_host': { ...free, calls: 2 } },
  },
  typed: { at, answers, steps: [['press', 'Copy to Tuesday–Friday']] },
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
      ['fill', 'Address of the room', 'https://meet.example/<karl>'],
      ['press', 'Save the hours'],
      ['see', 'Nothing was saved'],
    ],
  },
  'room-for-each-call': {
    at: `${at}?host=${colleague.id}`,
    answers,
    steps: [['fill', 'Address of the room', 'https://meet.example/{reference}']],
  },
  'changed-meanwhile': {
    at,
    answers: {
      ...answers,
      'rpc/save_host': refused(409, 'This was changed meanwhile.', { code: 'PT409', hint: 'changed' }),
    },
    steps: [
      ['press', 'Copy to Tuesday–Friday'],
      ['press', 'Save the hours'],
      ['see', 'were changed meanwhile'],
    ],
  },
  'no-connection': {
    at,
    answers: { ...answers, 'rpc/save_host': offline, healthz: offline },
    steps: [
      ['press', 'Copy to Tuesday–Friday'],
      ['press', 'Save the hours'],
      ['see', 'No connection'],
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
    heading('Hours'),
    holds('Monday, 1: from', '09:00'),
    holds('Monday, 2: until', '17:00'),
    // The end of the day has no 24:00 in a field.
    holds('Sunday: until', '00:00'),
    says('35 h 30 min'),
    says('5 calls can be given next week'),
    says('Mon 30 Nov: 3 · Tue 1 Dec: 2'),
    says('It is 12:20 there now.'),
    holds('Notice, hours', '4'),
    says('1 in the past'),
    says('Off: no calls'),
    saysNo('Not saved yet.'),
    offers('Save the hours'),
    says('Read 6 min ago: 41 busy times ahead.'),
    says(/^CalDAV at dav\.example:5232, as/),
    offers('Make an address'),
  ],
  none: [
    heading('You take no calls yet'),
    says(/Mon, Tue, Wed, Thu, Fri, 09:00–17:00, Africa\/Johannesburg/),
    offers('Take calls in these hours'),
  ],
  'none-of-another': [
    heading(/Karl Fisher.* takes no calls yet/),
    offers('Let them take calls in these hours'),
  ],
  loading: [heading('Hours'), waits('Loading')],
  error: [warns('The hours could not be fetched'), offers('Try again')],
  'owner-chooses-another': [
    heading(/Karl Fisher/),
    holds('Hours of', /.+/),
    holds('Address of the room', 'https://meet.example/karl'),
    offers('Save the hours'),
  ],
  agent: [heading(/Hours/), holds('Monday, 1: from', '09:00'), offers('Save the hours')],
  'agent-looks-at-another': [heading(/Nomsa Dube/), lacks('Save the hours'), lacks('Add a day off')],
  viewer: [heading(/Nomsa Dube/), says('calls can be given next week'), lacks('Save the hours')],
  'viewer-and-nobody': [heading('Nobody takes calls yet'), lacks('Take calls in these hours')],
  'takes-no-calls': [says(/^Takes no calls/)],
  'room-for-more': [says(/^2 calls can be given next week As many as the settings allow\. Room on Mon/)],
  'nothing-free': [says(/^No free time next week/)],
  typed: [holds('Friday, 2: until', '17:00'), says('39 h'), says('Not saved yet.'), offers('Take it back')],
  overlapping: [says('Two of these overlap.')],
  refused: [says('This is no address that begins with https://.'), warns('Nothing was saved')],
  'room-for-each-call': [says('The room of call 3F0C8C1E, for example, is https://meet.example/3F0C8C1E')],
  'changed-meanwhile': [
    warns(/^These hours were changed meanwhile/),
    holds('Friday, 2: until', '17:00'),
    offers('Show what is saved, and drop mine'),
    offers('Keep mine, to save over it'),
  ],
  'no-connection': [says('Not saved yet.')],
  'long-words': [heading(/Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
