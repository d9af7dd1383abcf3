import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { hoursAgo } from '#desk/lib/samples.ts'
import { calendarErrors, type DeskCalendar } from '#shared/contract/calendars.ts'
import { errorResponse, expectState, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'
import { answers, calendar, host } from './hours.states.ts'

const failing: Partial<DeskCalendar> = {
  read_at: hoursAgo(31),
  failing_since: hoursAgo(30),
  told_at: hoursAgo(6),
}

const show = variantsOf({ at: '/hours', answers })

export const states = {
  'no-calendars': show({ 'rpc/desk_calendars': [] }),
  'calendars-error': show({ 'rpc/desk_calendars': serverError }),
  'calendar-faults': show({
    'rpc/desk_calendars': calendarErrors.map((fault, index) =>
      calendar(index, { ...failing, fault, name: `Calendar ${index + 1}` }),
    ),
  }),
  'calendar-unread-since-pause': show(
    {
      'rpc/desk_calendars': [calendar(1, { ...failing, fault: 'key-lost', read_at: null })],
      'calendars/read': errorResponse(400, 'The key that encrypts the calendar’s address is lost.'),
    },
    ['press', 'Refresh'],
    ['see', 'The key that encrypts the calendar’s address is lost. Remove'],
  ),
  'calendar-with-unread-entries': show({
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
  }),
  'adding-a-calendar': show({}, ['press', 'Add a calendar']),
  'adding-caldav': show({}, ['press', 'Add a calendar'], ['press', 'CalDAV']),
  'calendar-refused': show(
    { 'calendars/added': errorResponse(400, 'No calendar was found at this address.') },
    ['press', 'Add a calendar'],
    ['fill', 'Name', 'Private'],
    ['fill', 'Address', 'https://calendar.example/none.ics'],
    ['press', 'Add calendar'],
    ['see', 'No calendar was found'],
  ),
  'changing-a-calendar': show(
    {
      'rpc/desk_calendars': [calendar(1, { kind: 'caldav', username: 'ada' })],
      'calendars/added': errorResponse(400, 'Wrong username or password.'),
    },
    ['press', 'Change Private'],
    ['fill', 'Password', 'wrong'],
    ['press', 'Save calendar'],
    ['see', 'Wrong username'],
  ),
  'removing-a-calendar': show({}, ['press', 'Remove Private']),
  'feed-created': show(
    { 'rpc/renew_feed': { key: 'b2f0'.repeat(16) } },
    ['press', 'Create address'],
    ['see', 'This address is shown only once'],
  ),
  'feed-exists': show({ 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] }),
  'feed-revoking': show({ 'rpc/desk_hosts': [host({ feed_since: hoursAgo(200) })] }, ['press', 'Revoke address']),
} satisfies DeskStates

const { holds, lacks, offers, says, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  'no-calendars': [says('No calendars yet.'), offers('Add a calendar')],
  'calendars-error': [warns(/Something went wrong/), offers('Save availability')],
  'calendar-faults': [
    says(/^The calendar’s server denied access/),
    says(/Busy times that were read earlier still apply/),
    says('Read 31 h ago: 41 upcoming busy times.'),
    lacks('Add a calendar'),
  ],
  'calendar-unread-since-pause': [
    says(/^The server must read this calendar again/),
    warns(/is lost/),
    offers('Remove Private'),
  ],
  'calendar-with-unread-entries': [
    says(/^5 of 212 entries could not be read/),
    says(/^Monday,? 30\sNovember\s2026: The recurrence rule is invalid/),
    says(/^Without a date: The start/),
    says('And 2 more.'),
  ],
  'adding-a-calendar': [
    shows('dialog', 'Add a calendar'),
    says(/Secret address in iCal format/),
    says(/copy the ICS link/),
  ],
  'adding-caldav': [holds('Username', ''), holds('Password', '')],
  'calendar-refused': [warns('No calendar was found at this address.'), holds('Address', /none\.ics$/)],
  'changing-a-calendar': [
    shows('dialog', /^Change .?Private/),
    holds('Username', 'ada'),
    says('Leave this empty to keep the address at calendar.google.com.'),
    warns('Wrong username or password.'),
  ],
  'removing-a-calendar': [shows('dialog', /^Remove .?Private/), offers('Cancel')],
  'feed-created': [
    shows('dialog', 'Your calendar address'),
    says(/\/calendar\/(b2f0){16}\.ics$/),
    offers('Copy address'),
    offers('Open in a calendar app'),
  ],
  'feed-exists': [says(/^Address created/), offers('Create new address')],
  'feed-revoking': [shows('dialog', 'Revoke the address?'), offers('Revoke')],
}
