import { Temporal } from 'temporal-polyfill'

/** What `datetime-local` sends: a time on somebody's own clock, without a zone. */
const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * The instant at which the clocks of a zone show this; null for what is no time. What a change of the clocks skips or
 * repeats is read as calendars do: 'compatible', an hour later for the one, the first for the other.
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

/** `2026-11-25T14:00`: what the clocks of a zone show. */
export const toWallClock = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
