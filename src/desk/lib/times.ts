import { shortDay as dayInWords, fullDay, hourCycleOf, wallClock } from '#shared/lib/local-time.ts'
import { isTimeZone, machineZone, zoneFormat } from '#shared/lib/time-zone.ts'

/** UTC on a machine without a time zone. */
export const myZone = machineZone() ?? 'UTC'

/** Falls back to UTC or another zone, because a visitor's browser may have sent a zone that this one does not know. */
export const knownZone = (zone: string | null, otherwise = 'UTC'): string =>
  zone && isTimeZone(zone) ? zone : otherwise

/** 14:30 */
export const timeOfDay = (at: Date, zone = myZone) =>
  zoneFormat(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

/** Tue 24 Nov, or Tue, Nov 24, by the browser's locale. */
export const shortDay = (at: Date, zone = myZone) => dayInWords(wallClock(at, zone), hourCycleOf())

/** Tuesday 24 November 2026 */
export const longDay = (at: Date, zone = myZone) => fullDay(wallClock(at, zone), hourCycleOf())

/** Tue 24 Nov, 14:30 */
export const dayAndTime = (at: Date, zone = myZone) => `${shortDay(at, zone)}, ${timeOfDay(at, zone)}`

/** 2026-11-24 in the zone, as search parameters and date fields need it. */
export const isoDay = (at: Date, zone = myZone) =>
  zoneFormat(zone, { dateStyle: 'short' }, 'sv-SE').format(at)

/** The last word of a zone's name: 'Auckland' of 'Pacific/Auckland'. */
export const zoneCity = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** 3 h 20 min, 4 d 2 h: the two largest units, never negative. */
export function span(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
  return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ''}`
}

/**
 * The maximum of date fields. Without one, browsers accept years of six digits, which are valid to them and to the
 * database, but which JavaScript dates cannot all represent.
 */
export const lastDay = '9999-12-31'
