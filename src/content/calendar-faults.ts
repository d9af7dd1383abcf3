import type { CalendarError, UnreadEntries, UnreadReason } from '#shared/contract/calendars.ts'

/** Reasons a host's calendar could not be read. The host sees them in the desk and in an email. */
export const calendarFaultWords: Readonly<Record<CalendarError, string>> = {
  'bad-address':
    'Enter the address of a calendar. It must start with https:// or webcal:// and contain no username or password.',
  'not-encrypted': 'The address must start with https:// or webcal://.',
  'private-address': 'The address points to a private network, which this server does not access.',
  'name-not-found': 'The host name in the address was not found.',
  refused: 'Nothing responds at this address.',
  certificate: 'The connection is not secure: the calendar’s server has no valid certificate for this address.',
  'too-slow': 'The calendar took too long to load.',
  'broken-off': 'The connection was lost before the calendar had loaded.',
  'wrong-password': 'Wrong username or password. Some services require an app password.',
  forbidden: 'The calendar’s server denied access. Check that this is the secret address and that it has not changed.',
  'not-found':
    'No calendar was found at this address. A calendar’s address changes when sharing is turned off and on again.',
  unwell: 'The calendar’s server is temporarily unavailable.',
  'too-many-redirects': 'The address redirects too many times without reaching a calendar.',
  'too-large': 'The calendar is larger than 10 MB.',
  'no-calendar': 'This address does not return a calendar file. It may be the web page that displays the calendar.',
  'too-many-events': 'The calendar has too many events to process.',
  'too-hard': 'The calendar took too long to process.',
  'too-many-unread': 'More than a tenth of the calendar’s entries could not be read.',
  'key-lost': 'The key that encrypts the calendar’s address is lost. Remove the calendar and add it again.',
}

/** The reasons a calendar entry was not read completely. */
export const unreadWords: Readonly<Record<UnreadReason, string>> = {
  start: 'The start is missing or invalid.',
  end: 'The end is missing, invalid, or before the start.',
  rule: 'The recurrence rule is invalid or unsupported. Only the first occurrence counts as busy.',
  dates: 'A date that the entry adds, moves, or leaves out is invalid.',
  zone: 'The entry’s time zone is unknown. The calendar’s time zone or yours was used instead.',
  period: 'A busy time is invalid.',
  kind: 'Entries that describe your availability are ignored.',
  file: 'The server sent something that is not a calendar entry.',
}

/** `3 of 212 entries could not be read.` */
export const unreadCount = ({ unread, entries }: Pick<UnreadEntries, 'unread' | 'entries'>): string =>
  `${unread} of ${entries} ${entries === 1 ? 'entry' : 'entries'} could not be read.`
