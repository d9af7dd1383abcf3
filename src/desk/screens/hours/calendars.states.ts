import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { hoursAgo } from '#desk/lib/samples.ts'
import { calendarFaults, type DeskCalendar } from '#shared/contract/calendars.ts'
import { broken, type Looks, refused, see } from '#shared/lib/sample-states.ts'
import { answers, calendar, host } from './hours.states.ts'

const at = '/hours'
const failing: Partial<DeskCalendar> = {
  read_at: hoursAgo(31),
  failing_since: hoursAgo(30),
  told_at: hoursAgo(6),
}

export const states = {
  'no-calendars': { at, answers: { ...answers, 'rpc/desk_calendars': [] } },
  'calendars-error': { at, answers: { ...answers, 'rpc/desk_calendars': broken } },
  'calendar-faults': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': calendarFaults.map((fault, index) =>
        calendar(index, { ...failing, fault, name: `Calendar ${index + 1}` }),
      ),
    },
  },
  'calendar-unread-since-pause': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': [calendar(1, { ...failing, fault: 'key-lost', read_at: null })],
      'calendars/read': refused(400, 'The key that encrypts its address is lost.'),
    },
    steps: [
      ['press', 'Refresh'],
      ['see', 'The key that encrypts its address is lost. Remove'],
    ],
  },
  'calendar-with-unread-entries': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': [
        calendar(1, {
          busy_soon: [[hoursAgo(-22), hoursAgo(-24)]],
          unread: {
            entries: 212,
            unread: 5,
            first: [
              { why: 'rule', on: '2026-11-30' },
              { why: 'zone', on: '2026-12-04' },
              { why: 'start', on: null },
            ],
          },
        }),
      ],
    },
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
      ['press', 'Add calendar'],
      ['see', 'There is nothing'],
    ],
  },
  'removing-a-calendar': { at, answers, steps: [['press', 'Remove Private']] },
  'feed-created': {
    at,
    answers: { ...answers, 'rpc/renew_feed': { key: 'b2f0'.repeat(16) } },
    steps: [
      ['press', 'Create address'],
      ['see', 'Shown only now'],
    ],
  },
  'feed-exists': { at, answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] } },
  'feed-revoking': {
    at,
    answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] },
    steps: [['press', 'Revoke address']],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'no-calendars': [see.says('No calendars yet.'), see.offers('Add a calendar')],
  'calendars-error': [see.warns(/Something went wrong/), see.offers('Save availability')],
  'calendar-faults': [
    see.says(/^The calendar’s server denied access/),
    see.says(/Busy times from earlier readings still count/),
    see.says('Read 31 h ago: 41 upcoming busy times.'),
    see.lacks('Add a calendar'),
  ],
  'calendar-unread-since-pause': [
    see.says(/^Not read since calls were paused/),
    see.warns(/is lost/),
    see.offers('Remove Private'),
  ],
  'calendar-with-unread-entries': [
    see.says(/^5 of 212 entries could not be read/),
    see.says(/^Monday,? 30 November 2026: Its repetition rule is invalid/),
    see.says(/^Without a date: Its start/),
    see.says('And 2 more.'),
  ],
  'adding-a-calendar': [
    see.shows('dialog', 'Add a calendar'),
    see.says(/Secret address in iCal format/),
    see.says(/copy the ICS link/),
  ],
  'adding-caldav': [see.holds('Username', ''), see.holds('Password', '')],
  'calendar-refused': [see.warns('There is nothing at this address.'), see.holds('Address', /none\.ics$/)],
  'removing-a-calendar': [see.shows('dialog', /^Remove .?Private/), see.offers('Cancel')],
  'feed-created': [
    see.shows('dialog', 'Your calendar address'),
    see.says(/\/calendar\/(b2f0){16}\.ics$/),
    see.offers('Copy address'),
    see.offers('Open in a calendar app'),
  ],
  'feed-exists': [see.says(/^Address created/), see.offers('Create new address')],
  'feed-revoking': [see.shows('dialog', 'Revoke the address?'), see.offers('Revoke')],
}
