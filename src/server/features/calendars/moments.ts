import { Temporal } from 'temporal-polyfill'
import { day } from './values.ts'

/** Converts local time (`wall`, in milliseconds as if it were UTC) to an instant, and an instant to local time. */
export interface ZoneConverter {
  instant(wall: number): number
  wall(instant: number): number
}

/** A local time with its zone, or a day. */
export interface ZonedTime {
  wall: number
  zone: ZoneConverter
  isDay: boolean
}

/** A local time. If `zone` is null, the zone of the series applies. */
export interface DatedTime {
  wall: number
  isDay: boolean
  zone: ZoneConverter | null
}

export const momentIn = ({ wall, isDay, zone }: DatedTime, otherwise: ZoneConverter): ZonedTime => ({
  wall,
  isDay,
  zone: zone ?? otherwise,
})

export const instantOf = ({ wall, zone }: ZonedTime): number => zone.instant(wall)

export const fixedZone = (offset: number): ZoneConverter => ({
  instant: (wall) => wall - offset,
  wall: (instant) => instant + offset,
})

/** A zone in the IANA database. Skipped and repeated times follow RFC 5545. */
export function namedZone(id: string): ZoneConverter {
  const offsetAt = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(id).offsetNanoseconds / 1e6
  /** The UTC offset of each UTC day, or null near a clock change. Most conversions need only these offsets. */
  const days = new Map<number, number | null>()
  const ofDay = (at: number) => {
    const which = Math.floor(at / day)
    let offset = days.get(which)
    if (offset === undefined) {
      const before = offsetAt((which - 1) * day)
      offset = before === offsetAt((which + 2) * day) ? before : null
      days.set(which, offset)
    }
    return offset
  }
  return {
    instant(wall) {
      const offset = ofDay(wall)
      if (offset !== null) return wall - offset
      const clock = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime()
      return clock.toZonedDateTime(id, { disambiguation: 'compatible' }).epochMilliseconds
    },
    wall: (instant) => instant + (ofDay(instant) ?? offsetAt(instant)),
  }
}

/** The zone's UTC offsets, in milliseconds, at four times in the year that starts at `from`, one in each season. */
export const offsetsOf = (zone: ZoneConverter, from: number): number[] =>
  [0, 91, 182, 273].map((days) => zone.wall(from + days * day) - (from + days * day))

/** The zone's UTC offsets in the given number of years; the last of these years starts at `now`. */
export const offsetsWithin = (zone: ZoneConverter, now: number, years: number): Set<number> =>
  new Set(Array.from({ length: years }, (_, ago) => offsetsOf(zone, now - ago * 366 * day)).flat())
