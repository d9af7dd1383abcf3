import { Temporal } from 'temporal-polyfill'
import type { HourCycle } from '#shared/lib/hour-cycle.ts'
import { longTime, wallClock } from '#shared/lib/local-time.ts'

/** The format of `datetime-local`: a time on the visitor's own clock, without a zone. */
const local = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/** A typing error makes years of five or six digits; they are replaced by one that is too far ahead as well. */
const shortYear = (text: string) => text.replace(/^\d{5,}/, '9996')

/** The zone for a visitor without one. */
export const fallbackZone = 'UTC'

/**
 * The instant of a local time, with its offset. Any other text is returned unchanged, so that the usual rule refuses
 * it. A time that a clock change skips or repeats is read as calendars do: 'compatible'.
 */
export function toInstant(text: string, zone: string): string {
  if (!local.test(text)) return text
  try {
    const zoned = Temporal.PlainDateTime.from(shortYear(text), { overflow: 'reject' }).toZonedDateTime(zone)
    return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  } catch {
    return text
  }
}

/**
 * Seconds since the page of the form was opened; the form returns that time in milliseconds. Null if the value is not
 * one of ours, as in the dialog of a prerendered page.
 */
export function fillSeconds(opened: string | undefined, now: number): number | null {
  if (!opened || !/^\d{13}$/.test(opened) || Number(opened) > now) return null
  return Math.round((now - Number(opened)) / 100) / 10
}

/** An instant in words, on the clock of a zone: 'Wednesday 25 November 2026, 14:00'. */
export const inWords = (instant: string, zone: string, cycle: HourCycle | null): string =>
  longTime(wallClock(new Date(instant), zone), cycle)
