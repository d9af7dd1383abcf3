import * as localTime from '#shared/lib/local-time.ts'
import { getZoneFormat, isTimeZone, localZone } from '#shared/lib/time-zone.ts'

/** UTC if this machine has no time zone. */
export const myZone = localZone() ?? 'UTC'

/** Falls back to another zone, because a visitor's browser may have sent a zone that this browser does not know. */
export const zoneOrFallback = (zone: string | null, otherwise = 'UTC'): string =>
  zone && isTimeZone(zone) ? zone : otherwise

/** The browser's format for all strings below: 24 or 12 hours, and the day or the month first. */
const cycle = localTime.hourCycleOf()

/** Joins the parts of a date or time with no-break spaces, so that lines break only between weekday, date and time. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=[AP]M\b|[A-Z][a-z]{2})|(?<=[a-z]{2})(?<!day) (?=\d)/g, '\u00a0')

/** 14:30 in every locale, for comparing and calculating. */
export const clockTime = (at: Date, zone = myZone) => localTime.formatWallClock(at, zone).slice(11)

/** 14:30 or 2:30 PM, for a time such as `14:30` or `14:30:00`. */
export const timeInWords = (time: string) => unbroken(localTime.formatTimeOfDay(time.slice(0, 5), cycle))

/** 14:30 or 2:30 PM */
export const timeOfDay = (at: Date, zone = myZone) => timeInWords(clockTime(at, zone))

/** 14:30–15:00 or 2:30–3:00 PM, for times such as `14:30` or `14:30:00`. */
export const timeRange = (from: string, until: string) =>
  unbroken(localTime.timeRange(from.slice(0, 5), until.slice(0, 5), cycle))

/** 08 or 8 AM; 24 is the end of the day. */
export const hourLabel = (hour: number) => localTime.hourLabel(hour, cycle)

/** Tue */
export const weekday = (at: Date, zone = myZone) => getZoneFormat(zone, { weekday: 'short' }, 'en').format(at)

/** 24 Nov or Nov 24 */
export const dayOfMonth = (at: Date, zone = myZone) =>
  unbroken(localTime.dayOfMonth(localTime.formatWallClock(at, zone), cycle))

/** Tue 24 Nov or Tue, Nov 24 */
export const shortDay = (at: Date, zone = myZone) =>
  unbroken(localTime.formatShortDay(localTime.formatWallClock(at, zone), cycle))

/** Tuesday 24 November 2026 or Tuesday, November 24, 2026 */
export const longDay = (at: Date, zone = myZone) =>
  unbroken(localTime.formatFullDay(localTime.formatWallClock(at, zone), cycle))

/** `longDay` for a day such as `2026-11-24`. Returns an invalid day unchanged. */
export function dayInWords(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  return Number.isNaN(noon.getTime()) ? day : longDay(noon, 'UTC')
}

/** Tue 24 Nov, 14:30 or Tue, Nov 24, 2:30 PM */
export const dayAndTime = (at: Date, zone = myZone) =>
  unbroken(localTime.formatShortTime(localTime.formatWallClock(at, zone), cycle))

/** 23 to 29 Nov 2026 or Nov 23 to 29, 2026, for days such as `2026-11-23`. */
export const dayRange = (from: string, until: string, words?: { month?: 'long' | 'short'; hasYear?: boolean }) =>
  unbroken(localTime.dayRange(from, until, cycle, words))

/** Nov, or Nov ’26 with the year. Without the apostrophe, 'Nov 26' would look like a day. */
export function monthOf(at: Date, hasYear: boolean): string {
  const month = getZoneFormat('UTC', { month: 'short' }, 'en').format(at)
  return hasYear ? `${month} ’${String(at.getUTCFullYear()).slice(-2)}` : month
}

/** The date in the time zone, such as 2026-11-24, for search parameters and date fields. */
export const isoDay = (at: Date, zone = myZone) => getZoneFormat(zone, { dateStyle: 'short' }, 'sv-SE').format(at)

/** The last part of a zone's name: 'Auckland' for 'Pacific/Auckland'. */
export const zoneCity = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** 3 h 20 min, 4 d 2 h: the two largest units. Negative spans are shown as zero. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
  return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ''}`
}

/**
 * The maximum for date fields. Without a maximum, browsers accept six-digit years. The database accepts six-digit years
 * too, but JavaScript dates cannot represent all of them.
 */
export const lastDay = '9999-12-31'
