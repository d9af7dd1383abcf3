export interface CalendarEvent {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location?: string
  readonly start: Date
  readonly minutes: number
}

/** Formats an instant for iCalendar, such as `20261125T120000Z`. */
const formatInstant = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')
const end = (event: CalendarEvent) => new Date(event.start.getTime() + event.minutes * 60_000)
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')

/** Content lines have at most 75 octets; longer lines continue after a line break and a space (RFC 5545, 3.1). */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/**
 * The UID of a call's event, which is the same in every file, feed and invitation. `siteUrl` is the public URL, or a
 * page below it.
 */
export const eventUid = (id: string, siteUrl: string): string => `${id}@${new URL(siteUrl).hostname}`

/** The PRODID of a calendar after its first hyphen, with an escaped name, because ical-generator does not escape it. */
export const calendarProduct = (provider: string, product: string): string =>
  `//${escapeText(provider)}//${product}//EN`

/** Returns an iCalendar file with one tentative event for the visitor's calendar (RFC 5545). */
export function writeCalendarFile(event: CalendarEvent, provider: string, siteUrl: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-${calendarProduct(provider, 'Strategy call')}`,
    'BEGIN:VEVENT',
    `UID:${eventUid(event.id, siteUrl)}`,
    `DTSTAMP:${formatInstant(new Date())}`,
    `DTSTART:${formatInstant(event.start)}`,
    `DTEND:${formatInstant(end(event))}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    'STATUS:TENTATIVE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

export function googleCalendarLink(event: CalendarEvent): string {
  const fields = {
    action: 'TEMPLATE',
    text: event.title,
    details: event.description,
    ...(event.location && { location: event.location }),
    dates: `${formatInstant(event.start)}/${formatInstant(end(event))}`,
  }
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `https://calendar.google.com/calendar/render?${query.join('&')}`
}
