import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { type Dated, fixedZone, type Moment } from './moments.ts'
import { limits, ReadingFault } from './types.ts'
import { day, type Rule } from './values.ts'

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * The clock times from `first` to `last` at which a rule repeats a start, in milliseconds as though the clock showed
 * UTC. Null if the rule contradicts itself. A rule counts on the clock of its zone, which has no clock changes.
 */
export function repetitionsOf(rule: Rule, start: Moment, first: number, last: number): number[] | null {
  const ends = Math.min(last, endOf(rule, start))
  if (ends < first) return []
  const by = Object.keys(rule.by).filter((name) => name !== 'WKST')
  const isPlain = /^(DAI|YEAR|MONTH)LY$/.test(rule.freq)
    ? by.length === 0
    : by.every((name) => name === 'BYDAY')
  if (isPlain && /^(DAI|WEEK|MONTH|YEAR)LY$/.test(rule.freq)) return plainly(rule, start.wall, first, ends)
  return byLibrary(rule, start, first, ends)
}

/** The last clock time that UNTIL allows. It should be an instant; some programs write a day or a local time. */
function endOf({ until }: Rule, start: Moment): number {
  if (!until) return Infinity
  const { wall, isDay, offset } = until
  if (start.isDay) return dateOf({ wall, isDay, zone: offset === null ? null : fixedZone(offset) }, start)
  if (isDay) return wall + day - 1
  return offset === null ? wall : start.zone.wall(wall - offset)
}

/**
 * The day, as its midnight on the clock, that a time means among whole days: many programs write a day as an instant,
 * the midnight of their own zone or the one of UTC.
 */
export function dateOf({ wall, isDay, zone }: Dated, series: Moment): number {
  const intoDay = wall % day
  const isWritten = isDay || zone === null || intoDay === 0 || intoDay === day - 1000
  const there = isWritten ? wall : series.zone.wall(zone.instant(wall))
  return Math.floor(there / day) * day
}

/**
 * Most rules of a calendar have nothing but a frequency and the days of a week. Counting them takes microseconds; the
 * library, which does all others, takes milliseconds for each.
 */
function plainly({ freq, interval, count, by }: Rule, start: number, first: number, last: number): number[] {
  const found: number[] = []
  let left = count
  const keep = (wall: number) => {
    if (wall < start || left-- <= 0) return
    if (wall >= first && wall <= last) found.push(wall)
  }
  if (freq === 'MONTHLY' || freq === 'YEARLY') {
    const begin = new Date(start)
    const [year, month, dayOfMonth] = [begin.getUTCFullYear(), begin.getUTCMonth(), begin.getUTCDate()]
    for (let months = 0; left > 0; months += freq === 'YEARLY' ? 12 * interval : interval) {
      const at = Date.UTC(year, month + months, dayOfMonth)
      // A month without such a day has no repetition.
      if (new Date(at).getUTCDate() === dayOfMonth) keep(at + (start - Date.UTC(year, month, dayOfMonth)))
      if (!(at <= last)) break
    }
    return found
  }
  const weekday = new Date(start).getUTCDay()
  const isWeekly = freq === 'WEEKLY'
  const since = isWeekly ? (weekday - weekdays.indexOf(by.WKST ?? 'MO') + 7) % 7 : 0
  const named = isWeekly ? by.BYDAY?.split(',').map((name) => weekdays.indexOf(name)) : undefined
  const days = new Set((named ?? [weekday]).map((one) => (one - weekday + since + 7) % 7))
  const offsets = isWeekly ? [...days].toSorted((one, other) => one - other) : [0]
  const step = interval * (isWeekly ? 7 : 1) * day
  const skipped = count === Infinity ? Math.max(0, Math.floor((first - start) / step) - 1) : 0
  for (let at = start - since * day + skipped * step; at <= last && left > 0; at += step) {
    for (const offset of offsets) keep(at + offset * day)
  }
  return found
}

const onClock = (wall: number) => Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC')

const periods: Readonly<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: day,
}

function byLibrary(rule: Rule, start: Moment, first: number, last: number): number[] | null {
  const { freq, interval, count, by } = rule
  const parts = [`FREQ=${freq}`, `INTERVAL=${interval}`, count === Infinity ? '' : `COUNT=${count}`]
  for (const [name, value] of Object.entries(by)) {
    // Whole days have no hours.
    if (!start.isDay || !/^BY(HOUR|MINUTE|SECOND)$/.test(name)) parts.push(`${name}=${value}`)
  }
  // Whole periods before the window are skipped, because the library would go through them one by one.
  const period = (freq === 'WEEKLY' ? 7 * day : (periods[freq] ?? Infinity)) * interval
  const skipped = count === Infinity ? Math.max(0, Math.floor((first - start.wall) / period) - 1) : 0
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
    // A valid rule fails only by exceeding the limit of steps.
    throw new ReadingFault('too-many-events')
  }
}
