import { getZoneFormat } from './time-zone.ts'

/** A locale's time format, named as in `Intl`: `h12` is 2:00 PM, `h23` is 14:00, `us` is h12 with the month first. */
export const hourCycles = ['h12', 'h23', 'us'] as const
export type HourCycle = (typeof hourCycles)[number]

/** Returns the format of a locale, by default the browser's. */
export function hourCycleOf(locale?: string): HourCycle {
  try {
    const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric' })
    if (!format.resolvedOptions().hour12) return 'h23'
    return format.formatToParts(0)[0]?.type === 'month' ? 'us' : 'h12'
  } catch {
    return 'h23'
  }
}

/** True if times are written with AM and PM. */
const usesAmPm = (cycle: HourCycle | null): boolean => cycle === 'h12' || cycle === 'us'

const hourOf = (time: string) => Number(time.slice(0, 2))

/**
 * Converts `14:00`, or `24:00` at the end of a day, to the reader's format. Returns the input unchanged if the format
 * is unknown.
 */
export function formatTimeOfDay(time: string, cycle: HourCycle | null): string {
  if (!usesAmPm(cycle)) return time
  const hour = hourOf(time) % 24
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Joins times such as `14:00` to '14:00–14:30', '2:00–2:30 PM' or '11:30 AM–12:00 PM'. */
export function timeRange(from: string, until: string, cycle: HourCycle | null): string {
  const isOneHalf = usesAmPm(cycle) && Math.floor(hourOf(from) / 12) === Math.floor(hourOf(until) / 12)
  const start = formatTimeOfDay(from, cycle)
  return `${isOneHalf ? start.slice(0, -3) : start}–${formatTimeOfDay(until, cycle)}`
}

/** The label for a full hour: '08' or '8 AM'; 24 is the end of the day. */
export function hourLabel(hour: number, cycle: HourCycle | null): string {
  const two = String(hour).padStart(2, '0')
  return usesAmPm(cycle) ? formatTimeOfDay(two, cycle) : two
}

const minuteMs = 60_000
const dayMs = 86_400_000
const clock = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const

/** Returns how many minutes a time zone, by default the local one, is ahead of UTC at an instant. */
function utcOffsetMinutes(at: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(at).getTimezoneOffset()
  const shown: Record<string, number> = {}
  for (const { type, value } of getZoneFormat(zone, clock, 'en-US').formatToParts(at)) shown[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute } = shown
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - at) / minuteMs)
}

/** Returns the wall-clock time in a time zone, by default the local one, as in a datetime-local field: `2026-11-25T14:00`. */
export function formatWallClock(date: Date, zone?: string): string {
  const at = Math.floor(date.getTime() / minuteMs) * minuteMs
  return new Date(at + utcOffsetMinutes(at, zone) * minuteMs).toISOString().slice(0, 16)
}

/** Returns the instant with the offset of a time zone, by default the local one: `2026-11-25T14:00:00+02:00`. */
export function formatWithOffset(date: Date, zone?: string): string {
  const at = Math.floor(date.getTime() / minuteMs) * minuteMs
  const minutes = utcOffsetMinutes(at, zone)
  const sign = minutes < 0 ? '-' : '+'
  const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0')
  return `${formatWallClock(date, zone)}:00${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

/**
 * Converts a wall-clock time in a time zone, by default the local one, to an instant with its offset. If a clock change
 * skips a time, the time moves forward; if it repeats a time, the first occurrence applies (Temporal's 'compatible').
 * Returns any other input unchanged, so that validation rejects it.
 */
export function parseWallClock(wallClockTime: string, zone?: string): string {
  const asUtc = Date.parse(`${wallClockTime}Z`)
  if (Number.isNaN(asUtc)) return wallClockTime
  // Calculates the instant twice: with the offset before a nearby clock change, and with the offset after the change.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map(
    (at) => new Date(asUtc - utcOffsetMinutes(at, zone) * minuteMs),
  ) as [Date, Date]
  const named = formatWallClock(new Date(asUtc), 'UTC')
  return formatWithOffset(
    formatWallClock(before, zone) !== named && formatWallClock(after, zone) === named ? after : before,
    zone,
  )
}

/** Returns 'Tue 24 Nov' or 'Tue, Nov 24'; the input can include a time. */
export const formatShortDay = (wallClockTime: string, cycle: HourCycle | null): string =>
  formatDay(wallClockTime, { weekday: 'short', day: 'numeric', month: 'short' }, cycle)

/** Returns 'Tue 24 Nov, 10:00', 'Tue 24 Nov, 10:00 AM' or 'Tue, Nov 24, 10:00 AM'. */
export const formatShortTime = (wallClockTime: string, cycle: HourCycle | null): string =>
  `${formatShortDay(wallClockTime, cycle)}, ${formatTimeOfDay(wallClockTime.slice(11, 16), cycle)}`

/**
 * Returns the day with the year: 'Tuesday 24 November 2026' or 'Tuesday, November 24, 2026'; with the width `short`,
 * 'Tue 24 Nov 2026'.
 */
export const formatFullDay = (
  wallClockTime: string,
  cycle: HourCycle | null,
  width: 'long' | 'short' = 'long',
): string => formatDay(wallClockTime, { weekday: width, day: 'numeric', month: width, year: 'numeric' }, cycle)

/** Returns the day and the time, such as 'Tuesday 24 November 2026, 10:00'. */
export const formatLongTime = (wallClockTime: string, cycle: HourCycle | null): string =>
  `${formatFullDay(wallClockTime, cycle)}, ${formatTimeOfDay(wallClockTime.slice(11, 16), cycle)}`

/** Returns '24 Nov' or 'Nov 24'. */
export const dayOfMonth = (wallClockTime: string, cycle: HourCycle | null): string =>
  formatDay(wallClockTime, { day: 'numeric', month: 'short' }, cycle)

/** Returns '23 to 29 Nov 2026' or 'Nov 23 to 29, 2026' for days such as `2026-11-23`. */
export function dayRange(
  from: string,
  until: string,
  cycle: HourCycle | null,
  { month = 'short', hasYear = true }: { month?: 'long' | 'short'; hasYear?: boolean } = {},
): string {
  const words = (day: string, hasMonth: boolean, isYearShown: boolean) =>
    formatDay(day, { day: 'numeric', ...(hasMonth && { month }), ...(isYearShown && { year: 'numeric' }) }, cycle)
  if (from === until) return words(from, true, hasYear)
  const isOneYear = from.slice(0, 4) === until.slice(0, 4)
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  const first = words(from, !isOneMonth || cycle === 'us', hasYear && !isOneYear)
  return `${first} to ${words(until, !isOneMonth || cycle !== 'us', hasYear)}`
}

/** Joins the parts of the date without `Intl`, whose order and commas differ between browsers and Node versions. */
function formatDay(wallClockTime: string, options: Intl.DateTimeFormatOptions, cycle: HourCycle | null): string {
  const words: Record<string, string> = {}
  const date = new Date(`${wallClockTime.slice(0, 10)}T12:00Z`)
  for (const { type, value } of getZoneFormat('UTC', options, 'en').formatToParts(date)) words[type] = value
  const { weekday, day, month, year } = words
  return cycle === 'us'
    ? [weekday, [month, day].filter(Boolean).join(' '), year].filter(Boolean).join(', ')
    : [weekday, day, month, year].filter(Boolean).join(' ')
}

/**
 * Returns labels for times. If a clock change makes two labels look the same, adds the UTC offset to both.
 */
export function formatTimeLabels(
  times: readonly (string | number)[],
  zone: string | undefined,
  inWords: (wallClockTime: string) => string,
): string[] {
  const shown = times.map((time) => ({ clock: formatWallClock(new Date(time), zone), at: new Date(time) }))
  return shown.map(({ clock, at }) => {
    const isTwice = shown.some((other) => other.clock === clock && other.at.getTime() !== at.getTime())
    return inWords(clock) + (isTwice ? ` (UTC${formatWithOffset(at, zone).slice(-6)})` : '')
  })
}

/** Returns how many hours a time zone is ahead of UTC at an instant: 2 for Cape Town, 5.5 for Mumbai. */
export function utcOffsetHours(zone: string, at: Date): number {
  const parts = getZoneFormat(zone, { timeZoneName: 'longOffset' }, 'en').formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = name.match(/([+-])(\d{2}):(\d{2})/) ?? []
  return hours ? Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60) : 0
}

/** A fixed day for prerendering, because the day of the visit is unknown at that point. */
export const prerenderedDay = new Date('2026-01-15T00:00:00Z')

/**
 * The number of hours by which each city is behind the easternmost city, sorted; the numbers change with daylight
 * saving time.
 */
export function hoursBehind(cities: readonly { readonly city: string; readonly zone: string }[], day: Date) {
  const ahead = cities.map(({ city, zone }) => ({ city, offset: utcOffsetHours(zone, day) }))
  const first = Math.max(...ahead.map(({ offset }) => offset))
  return ahead.map(({ city, offset }) => ({ city, from: first - offset })).sort((one, other) => one.from - other.from)
}

/** Returns a range of hours on a 24-hour dial, split if it crosses midnight. */
export function splitAtMidnight(from: number, to: number): { from: number; to: number }[] {
  const start = ((from % 24) + 24) % 24
  const end = start + (to - from)
  return end <= 24
    ? [{ from: start, to: end }]
    : [
        { from: start, to: 24 },
        { from: 0, to: end - 24 },
      ]
}

/** Returns a short duration in words, rounded up: '40 seconds', 'a minute', '12 minutes', 'an hour'. */
export function formatDuration(seconds: number): string {
  if (seconds <= 1) return 'a second'
  if (seconds < 60) return `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

interface InstantRange {
  /** An ISO instant with milliseconds; `end` has the same format. */
  start: string
  end: string
}

/** Parses PostgreSQL's time range: `["2026-11-25 14:00:00+00","2026-11-25 14:30:00+00")`. */
export function parseInstantRange(range: string): InstantRange {
  const [start, end] = [...range.matchAll(/[[(,]"?([^",]+)"?/g)].map(([, text = '']) => parseInstant(text))
  if (!start || !end) throw new Error(`invalid time range: '${range}'`)
  return { start, end }
}

/** Some browsers cannot parse PostgreSQL's format, which has a space instead of the T and only hours in the offset. */
function parseInstant(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
