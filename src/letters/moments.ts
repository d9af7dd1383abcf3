import { receipt } from '#content/booking-receipt.ts'
import { callTimeWords } from '#content/call-letters.ts'
import { formatFullDay, formatTimeOfDay, formatWallClock, type HourCycle, timeRange } from '#shared/lib/local-time.ts'
import { describeZone, isTimeZone } from '#shared/lib/time-zone.ts'
import type { Ruler } from './parts.ts'
import type { Span } from './types.ts'

/** A moment or a span as text. */
export interface FormattedTime {
  /** `14:00` or `14:00–14:30` */
  time: string
  /** `Wednesday 25 November 2026` */
  day: string
  /** `Johannesburg time, UTC+2` */
  zone: string
}

export const minutesOf = ({ starts, ends }: Span): number => Math.round((ends - starts) / 60_000)
/** '45 minutes' */
export const lengthOf = (call: Span): string => receipt.length(minutesOf(call))

const hour = 3_600_000

/** The first valid zone, or UTC if none is valid. */
export const zoneOf = (...zones: readonly (string | null)[]): string =>
  zones.find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC'

/** `14:00`, or `2:00 PM` in a 12-hour cycle. */
export const timeOf = (at: number, zone: string, cycle: HourCycle | null = null): string =>
  formatTimeOfDay(formatWallClock(new Date(at), zone).slice(11), cycle)

/** Returns a day such as `Wednesday 25 November 2026`, or in American order if the cycle is `us`. */
export const dayOf = (
  at: number,
  zone: string,
  cycle: HourCycle | null = null,
  width: 'long' | 'short' = 'long',
): string => formatFullDay(formatWallClock(new Date(at), zone), cycle, width)

export const momentIn = (at: number, zone: string, cycle: HourCycle | null = null): FormattedTime => ({
  time: timeOf(at, zone, cycle),
  day: dayOf(at, zone, cycle),
  zone: describeZone(zone, at),
})

/** Shows both days if the span crosses midnight, and both zone names if it crosses a clock change. */
export function spanIn({ starts, ends }: Span, zone: string, cycle: HourCycle | null = null): FormattedTime {
  const days = [dayOf(starts, zone, cycle), dayOf(ends, zone, cycle)] as const
  const zones = [describeZone(zone, starts), describeZone(zone, ends)] as const
  return {
    time: timeRange(timeOf(starts, zone), timeOf(ends, zone), cycle),
    day: days[0] === days[1] ? days[0] : callTimeWords.days(...days),
    zone: zones[0] === zones[1] ? zones[0] : callTimeWords.change(...zones),
  }
}

/** In running text: `15:20 on Sunday 22 November 2026 (Johannesburg time, UTC+2)`. */
export const sentenceOf = (at: number, zone: string, cycle: HourCycle | null = null): string =>
  callTimeWords.moment(timeOf(at, zone, cycle), dayOf(at, zone, cycle), describeZone(zone, at))

/** A bar for the time within which we promise an answer, filled up to `until`. */
export const answerTimeRuler = (
  { received, due }: { received: number; due: number },
  until: number,
  zone: string,
  cycle: HourCycle | null = null,
): Ruler => ({
  from: 0,
  to: Math.min(1, Math.max(0, (until - received) / (due - received))),
  ticks: [0, 1, 2, 3].map((quarters) => timeOf(received + (quarters * (due - received)) / 4, zone, cycle)),
})

/** Returns the three hours around a call, in the zone's local time. */
export function rulerOf({ starts, ends }: Span, zone: string, cycle: HourCycle | null = null): Ruler | null {
  const minute = Number(timeOf(starts, zone).slice(3))
  const from = starts - minute * 60_000 - (starts % 60_000) - hour
  const to = (ends - from) / (3 * hour)
  if (to > 1 || ends <= starts) return null
  return {
    from: (starts - from) / (3 * hour),
    to,
    ticks: [0, 1, 2].map((index) => timeOf(from + index * hour, zone, cycle)),
  }
}
