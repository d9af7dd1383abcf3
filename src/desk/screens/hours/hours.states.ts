import type { Answers, DeskStates } from '#desk/lib/answers.ts'
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
import { calendarFaults, type DeskCalendar } from '#shared/contract/calendars.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import type { Host, HostFreeTimes } from '#shared/contract/hosts.ts'
import { broken, never, offline, refused } from '#shared/lib/staged.ts'

const at = '/hours'
const host = (change: Partial<Host> = {}): Host => ({
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
const calendar = (number: number, change: Partial<DeskCalendar> = {}): DeskCalendar => ({
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
const failing: Partial<DeskCalendar> = {
  read_at: hoursAgo(31),
  failing_since: hoursAgo(30),
  told_at: hoursAgo(6),
}
const week: WeekOfCalls = {
  time_zone: 'Africa/Johannesburg',
  currency: 'EUR',
  opens: '09:00:00',
  closes: '17:00:00',
  work_days: [1, 2, 3, 4, 5],
  call_minutes: 30,
  monday: '2026-11-23',
  capacity: 5,
  taken: 2,
  days_off: [],
  hosts: [],
  from: '2026-11-22T22:00:00+00:00',
  until: '2026-11-29T22:00:00+00:00',
}
const free: HostFreeTimes = {
  zone: 'Africa/Johannesburg',
  monday: '2026-11-30',
  times: [-142, -143, -144, -166, -167].map((hours) => hoursAgo(hours)),
  calls: 5,
}
const answers: Answers = {
  'rpc/desk_hosts': [host(), other],
  'rpc/week_of_calls': week,
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
  'no-calendars': { at, answers: { ...answers, 'rpc/desk_calendars': [] } },
  'calendars-not-known': { at, answers: { ...answers, 'rpc/desk_calendars': broken } },
  'calendar-faults': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': calendarFaults.map((fault, index) =>
        calendar(index, { ...failing, fault, name: `Calendar ${index + 1}` }),
      ),
    },
  },
  'calendar-never-read': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': [calendar(1, { ...failing, fault: 'key-lost', read_at: null })],
      'calendars/read': refused(400, 'The key that its address was kept under is lost.'),
    },
    steps: [
      ['press', 'Read it now'],
      ['see', 'The key that its address was kept under is lost. Remove'],
    ],
  },
  'adding-a-calendar': { at, answers, steps: [['press', 'Add a calendar']] },
  'adding-caldav': {
    at,
    answers,
    steps: [
      ['press', 'Add a calendar'],
      ['press', 'CalDAV'],
    ],
  },
  'calendar-refused': {
    at,
    answers: {
      ...answers,
      'calendars/added': refused(400, 'There is nothing at this address.'),
    },
    steps: [
      ['press', 'Add a calendar'],
      ['fill', 'Name', 'Private'],
      ['fill', 'Address', 'https://calendar.example/none.ics'],
      ['press', 'Read and add it'],
      ['see', 'There is nothing'],
    ],
  },
  'removing-a-calendar': { at, answers, steps: [['press', 'Remove Private']] },
  'feed-made': {
    at,
    answers: { ...answers, 'rpc/renew_feed': { key: 'b2f0'.repeat(16) } },
    steps: [
      ['press', 'Make an address'],
      ['see', 'shown this once'],
    ],
  },
  'feed-there': { at, answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] } },
  'feed-ending': {
    at,
    answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] },
    steps: [['press', 'End the address']],
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
