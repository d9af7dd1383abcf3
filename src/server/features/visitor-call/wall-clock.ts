import { Temporal } from 'temporal-polyfill'

/** The format of `datetime-local`: a time on the visitor's own clock, without a zone. */
const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * The instant at which the clocks of a zone show this time; null if it is no time. A skipped or repeated time is read
 * as calendars do: 'compatible', an hour later for a skipped one, the first for a repeated one.
 */
export function fromWallClock(text: string, zone: string): number | null {
  if (!local.test(text)) return null
  try {
    const time = Temporal.PlainDateTime.from(text, { overflow: 'reject' }).round('minute')
    return time.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  } catch {
    return null
  }
}

/** The time that the clocks of a zone show: `2026-11-25T14:00`. */
export const toWallClock = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
