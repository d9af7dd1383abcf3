import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { hoursAgo } from '#desk/lib/samples.ts'
import { calendarErrors, type DeskCalendar } from '#shared/contract/calendars.ts'
import { errorResponse, expectState, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'
import { answers, calendar, host } from './hours.states.ts'

const at = '/hours'
const failing: Partial<DeskCalendar> = {
  read_at: hoursAgo(31),
  failing_since: hoursAgo(30),
  told_at: hoursAgo(6),
}

export const states = {
  'no-calendars': { at, answers: { ...answers, 'rpc/desk_calendars': [] } },
  'calendars-error': { at, answers: { ...answers, 'rpc/desk_calendars': serverError } },
  'calendar-faults': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': calendarErrors.map((fault, index) =>
        calendar(index, { ...failing, fault, name: `Calendar ${index + 1}` }),
      ),
    },
  },
  'calendar-unread-since-pause': {
    at,
    answers: {
      ...answers,
      'rpc/desk_calendars': [calendar(1, { ...failing, fault: 'key-lost', read_at: null })],
      'calendars/read': errorResponse(400, 'The key that encrypts the calendar’s address is lost.'),
    },
    steps: [
      ['press', 'Refresh'],
      ['see', 'The key that encrypts the calendar’s address is lost. Remove'],
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
      'calendars/added': errorResponse(400, 'No calendar was found at this address.'),
    },
    steps: [
      ['press', 'Add a calendar'],
      ['fill', 'Name', 'Private'],
      ['fill', 'Address', 'https://calendar.example/none.ics'],
      ['press', 'Add calendar'],
      ['see', 'No calendar was found'],
    ],
  },
  'removing-a-calendar': { at, answers, steps: [['press', 'Remove Private']] },
  'feed-created': {
    at,
    answers: { ...answers, 'rpc/renew_feed': { key: 'b2f0'.repeat(16) } },
    steps: [
      ['press', 'Create address'],
      ['see', 'This address is shown only once'],
    ],
  },
  'feed-exists': { at, answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] } },
  'feed-revoking': {
    at,
    answers: { ...answers, 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] },
    steps: [['press', 'Revoke address']],
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  'no-calendars': [expectState.says('No calendars yet.'), expectState.offers('Add a calendar')],
  'calendars-error': [expectState.warns(/Something went wrong/), expectState.offers('Save availability')],
  'calendar-faults': [
    expectState.says(/^The calendar’s server denied access/),
    expectState.says(/Busy times that were read earlier still apply/),
    expectState.says('Read 31 h ago: 41 upcoming busy times.'),
    expectState.lacks('Add a calendar'),
  ],
  'calendar-unread-since-pause': [
    expectState.says(/^The server must read this calendar again/),
    expectState.warns(/is lost/),
    expectState.offers('Remove Private'),
  ],
  'calendar-with-unread-entries': [
    expectState.says(/^5 of 212 entries could not be read/),
    expectState.says(/^Monday,? 30\sNovember\s2026: The recurrence rule is invalid/),
    expectState.says(/^Without a date: The start/),
    expectState.says('And 2 more.'),
  ],
  'adding-a-calendar': [
    expectState.shows('dialog', 'Add a calendar'),
    expectState.says(/Secret address in iCal format/),
    expectState.says(/copy the ICS link/),
  ],
  'adding-caldav': [expectState.holds('Username', ''), expectState.holds('Password', '')],
  'calendar-refused': [
    expectState.warns('No calendar was found at this address.'),
    expectState.holds('Address', /none\.ics$/),
  ],
  'removing-a-calendar': [expectState.shows('dialog', /^Remove .?Private/), expectState.offers('Cancel')],
  'feed-created': [
    expectState.shows('dialog', 'Your calendar address'),
    expectState.says(/\/calendar\/(b2f0){16}\.ics$/),
    expectState.offers('Copy address'),
    expectState.offers('Open in a calendar app'),
  ],
  'feed-exists': [expectState.says(/^Address created/), expectState.offers('Create new address')],
  'feed-revoking': [expectState.shows('dialog', 'Revoke the address?'), expectState.offers('Revoke')],
}
