import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'
import { isTimeZone } from '#shared/lib/time-zone.ts'

/** Turns a time on the wall clock into an instant, in milliseconds, and back. */
export interface Zone {
  instant(wall: Temporal.PlainDateTime): number
  wall(instant: number): Temporal.PlainDateTime
}

/** A zone of the time zone database. Skipped and repeated times are resolved as RFC 5545 says. */
const namedZone = (id: string): Zone => ({
  instant: (wall) => wall.toZonedDateTime(id, { disambiguation: 'compatible' }).epochMilliseconds,
  wall: (instant) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id).toPlainDateTime(),
})

export const utc = namedZone('UTC')

const describedZone = (component: ICAL.Component): Zone => {
  const timezone = new ICAL.Timezone(component)
  const offset = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime) =>
    timezone.utcOffset(new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, timezone)) *
    1000
  const instant = (wall: Temporal.PlainDateTime) => utc.instant(wall) - offset(wall)
  return {
    instant,
    wall(at) {
      // Near a clock change the offset is ambiguous: the right one converts back to the same instant.
      const near = [0, -3_600_000, 3_600_000].map((shift) => utc.wall(at + offset(utc.wall(at + shift))))
      return near.find((wall) => instant(wall) === at) ?? utc.wall(at)
    },
  }
}

/** The IANA zone for a name of a program: the IANA name itself, alone or at the end of a path, or Microsoft's name. */
function known(name: string): string | null {
  const plain = name.replace(/^"|"$/g, '').trim()
  if (/^(tzone:\/\/Microsoft\/)?(utc|gmt|z|etc\/utc)$/i.test(plain)) return 'UTC'
  // Intl knows abbreviations as zones without summer time, which is not what the file means.
  const isFull = (zone: string) => zone.includes('/') && isTimeZone(zone)
  const parts = plain.split('/')
  for (let from = 0; from < parts.length - 1; from++) {
    const tail = parts.slice(from).join('/')
    if (isFull(tail)) return tail
  }
  return findIana(plain.replace(/^tzone:\/\/Microsoft\//i, '')).find(isTimeZone) ?? null
}

/**
 * The zones of one file by its names. A known name wins over the file's own table, which programs shorten or leave
 * outdated; without either the host's zone applies.
 */
export function zonesOf(calendar: ICAL.Component, host: string): (name: string | null) => Zone {
  const tables = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => [String(one.getFirstPropertyValue('tzid')), one]),
  )
  const own = namedZone(host)
  const zones = new Map<string, Zone>()
  const find = (name: string): Zone => {
    const id = known(name)
    const table = tables.get(name)
    return id ? namedZone(id) : table ? describedZone(table) : own
  }
  return (name) => {
    if (name === null) return own
    const zone = zones.get(name) ?? find(name)
    zones.set(name, zone)
    return zone
  }
}
