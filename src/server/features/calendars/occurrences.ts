import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { type DatedTime, fixedZone, type ZonedTime } from './moments.ts'
import { limits, ReadingError } from './types.ts'
import { type CalendarRule, day, timeOfDay } from './values.ts'

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * Returns the occurrences of a rule from `first` to `last`, or null if the rule contradicts itself. The occurrences are
 * local times, in milliseconds as if they were UTC, because clock changes do not affect the expansion of a rule.
 */
export function occurrencesOf(rule: CalendarRule, start: ZonedTime, first: number, last: number): number[] | null {
  const ends = Math.min(last, endOf(rule, start))
  if (ends < first) return []
  if (start.isDay && /^(HOUR|MINUTE|SECOND)LY$/.test(rule.freq)) return null
  const by = Object.keys(rule.by).filter((name) => name !== 'WKST')
  const months = monthsOf(rule, start.wall)
  if (months) return byMonths(rule, months, start.wall, first, ends)
  if (by.length === 0 || (rule.freq === 'WEEKLY' && by.join() === 'BYDAY')) {
    return byPeriods(rule, start.wall, first, ends)
  }
  return byLibrary(rule, start, first, ends)
}

/** The last local time that UNTIL allows. UNTIL should be an instant, but some programs write a day or a local time. */
function endOf({ until }: CalendarRule, start: ZonedTime): number {
  if (!until) return Infinity
  const { wall, isDay, offset } = until
  if (start.isDay) return dateOf({ wall, isDay, zone: offset === null ? null : fixedZone(offset) }, start)
  if (isDay) return wall + day - 1
  return offset === null ? wall : start.zone.wall(wall - offset)
}

/**
 * Returns the local midnight that represents a day in a series of days. Programs may write a day as midnight in UTC, as
 * midnight in another zone, or as an instant.
 */
export function dateOf({ wall, isDay, zone }: DatedTime, series: ZonedTime): number {
  const isWritten = isDay || zone === null || [0, day - 1000].includes(timeOfDay(wall))
  const there = isWritten ? wall : series.zone.wall(zone.instant(wall))
  return Math.floor(there / day) * day
}

// Most rules have only a frequency and a day. Expanding these rules here takes microseconds. The library expands all
// other rules, which takes a millisecond per rule.

/** A series of months with one day in each. */
interface Months {
  /** The first month, and the number of months from each month to the next. */
  first: number
  step: number
  /** The day of the month; some months may be too short for that day. */
  dayIn: (year: number, month: number) => number
}

/** Returns null if the rule can match several days in a month or has other conditions. */
function monthsOf({ freq, interval, by }: CalendarRule, start: number): Months | null {
  const { WKST: _, BYMONTH: inMonth, BYDAY: byDay, BYMONTHDAY: date, ...others } = by
  const isYearly = freq === 'YEARLY'
  if (!(isYearly || freq === 'MONTHLY') || Object.keys(others).length > 0 || (inMonth && !isYearly)) return null
  if (byDay && (date || (isYearly && !inMonth))) return null
  const [, ordinal, name = ''] = /^([1-4]|-1)([A-Z]{2})$/.exec(byDay ?? '') ?? []
  if (byDay ? !ordinal : !/^(\d+|)$/.test(date ?? '') || !/^(\d+|)$/.test(inMonth ?? '')) return null
  const begin = new Date(start)
  const nth = Number(ordinal)
  return {
    first: inMonth ? Number(inMonth) - 1 : begin.getUTCMonth(),
    step: isYearly ? 12 * interval : interval,
    dayIn(year, month) {
      if (!byDay) return Number(date ?? begin.getUTCDate())
      const last = nth < 0 ? new Date(Date.UTC(year, month + 1, 0)).getUTCDate() - 7 : 0
      const weekday = new Date(Date.UTC(year, month, last + 1)).getUTCDay()
      return last + 1 + ((weekdays.indexOf(name) - weekday + 7) % 7) + Math.max(0, nth - 1) * 7
    },
  }
}

function byMonths({ count }: CalendarRule, months: Months, start: number, first: number, last: number): number[] {
  const found: number[] = []
  const year = new Date(start).getUTCFullYear()
  for (let [month, left] = [months.first, count]; left > 0; month += months.step) {
    const dayOfMonth = months.dayIn(year, month)
    const at = Date.UTC(year, month, dayOfMonth) + timeOfDay(start)
    if (!(at <= last)) break
    // A month without this day has no occurrence.
    if (at < start || new Date(at).getUTCDate() !== dayOfMonth) continue
    left--
    if (at >= first) found.push(at)
  }
  return found
}

const periods: Readonly<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: day,
  WEEKLY: 7 * day,
}

/** The number of complete periods that an endless rule has before the window. */
const skippedBy = (count: number, start: number, first: number, step: number) =>
  count === Infinity ? Math.max(0, Math.floor((first - start) / step) - 1) : 0

function byPeriods({ freq, interval, count, by }: CalendarRule, start: number, first: number, last: number): number[] {
  const found: number[] = []
  const weekday = new Date(start).getUTCDay()
  const sinceWeek = (weekday - weekdays.indexOf(by.WKST ?? 'MO') + 7) % 7
  const since = freq === 'WEEKLY' ? sinceWeek : 0
  const days = by.BYDAY?.split(',').map((name) => (weekdays.indexOf(name) - weekday + since + 7) % 7) ?? [since]
  const offsets = [...new Set(days)].toSorted((one, other) => one - other)
  const step = interval * (periods[freq] ?? Infinity)
  let left = count
  let steps = 0
  for (let at = start - since * day + skippedBy(count, start, first, step) * step; at <= last && left > 0; at += step) {
    if (++steps > limits.plainSteps || found.length > limits.steps) throw new ReadingError('too-many-events')
    for (const offset of offsets) {
      const wall = at + offset * day
      if (wall < start || wall > last || left-- <= 0) continue
      if (wall >= first) found.push(wall)
    }
  }
  return found
}

const onClock = (wall: number) => Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC')

function byLibrary(rule: CalendarRule, start: ZonedTime, first: number, last: number): number[] | null {
  const { freq, interval, count, by } = rule
  const parts = [`FREQ=${freq}`, `INTERVAL=${interval}`, count === Infinity ? '' : `COUNT=${count}`]
  for (const [name, value] of Object.entries(by)) {
    // The rules of all-day events have no hours.
    if (!start.isDay || !/^BY(HOUR|MINUTE|SECOND)$/.test(name)) parts.push(`${name}=${value}`)
  }
  // Skips the periods before the window, because the library would go through them one by one.
  const period = interval * (periods[freq] ?? Infinity)
  const skipped = skippedBy(count, start.wall, first, period)
  const begin = skipped === 0 ? start.wall : start.wall + skipped * period
  let parsed: RRuleTemporal
  try {
    parsed = new RRuleTemporal({
      rruleString: `RRULE:${parts.filter(Boolean).join(';')}`,
      dtstart: onClock(begin),
      temporal: Temporal,
      maxIterations: limits.steps,
    })
  } catch {
    return null
  }
  try {
    const found = parsed.between(onClock(Math.max(first, begin)), onClock(last), true)
    return found.map((at) => at.epochMilliseconds)
  } catch {
    // A valid rule fails only if it exceeds the step limit.
    throw new ReadingError('too-many-events')
  }
}
