import { type HourCycle, timeOfDay } from './hour-cycle.ts'
import { zoneFormat } from './time-zone.ts'

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

/** Minutes by which the clocks of a zone, or of this machine, are ahead of UTC at an instant. */
function minutesAhead(at: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(at).getTimezoneOffset()
  const shown: Record<string, number> = {}
  for (const { type, value } of zoneFormat(zone, clock, 'en-US').formatToParts(at))
    shown[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute } = shown
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - at) / minuteMs)
}

/** `2026-11-25T14:00`: a moment on the wall clock of this machine or of a zone, as a datetime-local field has it. */
export function wallClock(date: Date, zone?: string): string {
  const at = Math.floor(date.getTime() / minuteMs) * minuteMs
  return new Date(at + minutesAhead(at, zone) * minuteMs).toISOString().slice(0, 16)
}

/** The instant with the offset of this machine or of a zone: `2026-11-25T14:00:00+02:00`. */
export function offsetTime(date: Date, zone?: string): string {
  const at = Math.floor(date.getTime() / minuteMs) * minuteMs
  const minutes = minutesAhead(at, zone)
  const sign = minutes < 0 ? '-' : '+'
  const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0')
  return `${wallClock(date, zone)}:00${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

/**
 * The instant of a wall-clock time here or in a zone, with its offset. A time that a clock change skips moves forward,
 * a repeated one means the first: Temporal's 'compatible' rule. Any other text is returned unchanged, so that the usual
 * rule refuses it.
 */
export function withOffset(wallClockTime: string, zone?: string): string {
  const asUtc = Date.parse(`${wallClockTime}Z`)
  if (Number.isNaN(asUtc)) return wallClockTime
  // With the offset before a nearby clock change, and with the one after it.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map(
    (at) => new Date(asUtc - minutesAhead(at, zone) * minuteMs),
  ) as [Date, Date]
  const named = wallClock(new Date(asUtc), 'UTC')
  return offsetTime(
    wallClock(before, zone) !== named && wallClock(after, zone) === named ? after : before,
    zone,
  )
}

/** 'Tue 24 Nov'; the input may include a time. */
export const shortDay = (wallClockTime: string): string =>
  dayWords(wallClockTime, { weekday: 'short', day: 'numeric', month: 'short' })

/** 'Tue 24 Nov, 10:00' or 'Tue 24 Nov, 10:00 AM' */
export const shortTime = (wallClockTime: string, cycle: HourCycle | null): string =>
  `${shortDay(wallClockTime)}, ${timeOfDay(wallClockTime.slice(11, 16), cycle)}`

/** 'Tuesday 24 November 2026, 10:00' or with '10:00 AM' */
export function longTime(wallClockTime: string, cycle: HourCycle | null): string {
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return `${dayWords(wallClockTime, date)}, ${timeOfDay(wallClockTime.slice(11, 16), cycle)}`
}

/** Joined here, because browsers and versions of Node differ in their order and commas. */
function dayWords(wallClockTime: string, options: Intl.DateTimeFormatOptions): string {
  const words: Record<string, string> = {}
  const date = new Date(`${wallClockTime.slice(0, 10)}T12:00Z`)
  for (const { type, value } of zoneFormat('UTC', options, 'en').formatToParts(date)) words[type] = value
  return [words.weekday, words.day, words.month, words.year].filter(Boolean).join(' ')
}

/** Labels of times. If a clock change shows two an hour apart as the same time, both labels get their offsets. */
export function timeLabels(
  times: readonly (string | number)[],
  zone: string | undefined,
  inWords: (wallClockTime: string) => string,
): string[] {
  const shown = times.map((time) => ({ clock: wallClock(new Date(time), zone), at: new Date(time) }))
  return shown.map(({ clock, at }) => {
    const isTwice = shown.some((other) => other.clock === clock && other.at.getTime() !== at.getTime())
    return inWords(clock) + (isTwice ? ` (UTC${offsetTime(at, zone).slice(-6)})` : '')
  })
}
