import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { hoursAgo } from '#desk/lib/samples.ts'
import { calendarFaults, type DeskCalendar } from '#shared/contract/calendars.ts'
import {
  broken,
  holds,
  type Looks,
  lacks,
  offers,
  refused,
  says,
  shows,
  warns,
} from '#shared/lib/sample-states.ts'
import { answers, calendar, host } from './hours.states.ts'

const at = '/hours'
const failing: Partial<DeskCalendar> = {
  read_at: hoursAgo(31),
  failing_since: hoursAgo(30),
  told_at: hoursAgo(6),
}

export const states = {
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
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'no-calendars': [says('No calendar so far.'), offers('Add a calendar')],
  'calendars-not-known': [warns(/Something went wrong/), offers('Save the hours')],
  'calendar-faults': [
    says(/^The server does not let us in/),
    says(/What it said before still counts/),
    says('Read 31 h ago: 41 busy times ahead.'),
    lacks('Add a calendar'),
  ],
  'calendar-never-read': [says('Never read so far.'), warns(/is lost/), offers('Remove Private')],
  'adding-a-calendar': [
    shows('dialog', 'Add a calendar'),
    says(/Secret address in iCal format/),
    says(/copy the ICS link/),
  ],
  'adding-caldav': [holds('User name', ''), holds('Password', '')],
  'calendar-refused': [warns('There is nothing at this address.'), holds('Address', /none\.ics$/)],
  'removing-a-calendar': [shows('dialog', /^Remove .?Private/), offers('Leave it')],
  'feed-made': [
    shows('dialog', 'The address, shown this once'),
    says(/\/calendar\/(b2f0){16}\.ics$/),
    offers('Copy the address'),
    offers('Open in a calendar program'),
  ],
  'feed-there': [says(/^There is an address since/), offers('Make a new address')],
  'feed-ending': [shows('dialog', 'End the address?'), offers('End it')],
}
