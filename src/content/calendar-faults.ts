import type { CalendarFault, UnreadEntries, UnreadReason } from '#shared/contract/calendars.ts'

/** Why a host's calendar could not be read, for the member who added it: in the desk, and in the email about it. */
export const calendarFaultWords: Readonly<Record<CalendarFault, string>> = {
  'bad-address':
    'This is no address of a calendar: it begins with https:// or webcal:// and has no name and password in it.',
  'not-encrypted': 'The address must begin with https:// or webcal://.',
  'private-address': 'The address leads into a private network, which this server does not call.',
  'name-not-found': 'Nobody knows the name in the address.',
  refused: 'Nobody answers at this address.',
  certificate: 'No encrypted connection came about: the server has no valid certificate for this address.',
  'too-slow': 'The calendar did not come in time.',
  'broken-off': 'The connection was broken off before the calendar had come.',
  'wrong-password': 'Wrong user name or password. Some services want an app password here.',
  forbidden: 'The server does not let us in at this address: it may not be the secret one, or no longer.',
  'not-found':
    'There is nothing at this address. Calendars get a new address when sharing is turned off and on again.',
  unwell: 'The server of the calendar says that it cannot answer now.',
  'too-many-redirects': 'The address leads from one address to the next, and to no calendar.',
  'too-large': 'The calendar is larger than 10 MB.',
  'no-calendar':
    'What is at this address is no calendar that programs can read. It may be the page that shows it to people.',
  'too-many-events': 'The calendar has more events than can be counted here.',
  'too-hard': 'The calendar took too long to understand.',
  'too-many-unread': 'More than a tenth of the calendar’s entries could not be read.',
  'key-lost': 'The key that its address was kept under is lost. Remove the calendar and add it again.',
}

/** Why an entry of a calendar was not fully read. */
export const unreadWords: Readonly<Record<UnreadReason, string>> = {
  start: 'Its start is missing or not understood.',
  end: 'Its end is missing, not understood, or before its start.',
  rule: 'How it repeats is not understood. Only its first time counts as busy.',
  dates: 'A date that it adds, moves, or leaves out is not understood.',
  zone: 'Its time zone is unknown. The time zone of the calendar or your own was used.',
  period: 'A busy time is not understood.',
  kind: 'Entries that say when you are available are not read.',
  file: 'The server sent something that is not a calendar entry.',
}

/** 3 of 212 entries could not be read. */
export const unreadCount = ({ unread, entries }: Pick<UnreadEntries, 'unread' | 'entries'>): string =>
  `${unread} of ${entries} ${entries === 1 ? 'entry' : 'entries'} could not be read.`
