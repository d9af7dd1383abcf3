import { callTimes } from '#content/call-letters.ts'
import { type HourCycle, timeOfDay } from '#shared/lib/local-time.ts'
import { isTimeZone, zoneFormat } from '#shared/lib/time-zone.ts'
import type { Ruler } from './parts.ts'
import type { Span } from './types.ts'

/** A moment or a span as text. */
export interface Shown {
  /** `14:00` or `14:00–14:30` */
  time: string
  /** `Wednesday 25 November 2026` */
  day: string
  /** `South Africa Standard Time (Johannesburg), UTC+2` */
  zone: string
}

export const minutesOf = ({ starts, ends }: Span): number => Math.round((ends - starts) / 60_000)
/** '45 minutes' */
export const lengthOf = (call: Span): string => callTimes.minutes(minutesOf(call))

const hour = 3_600_000

/** The promised time for an answer: 24 hours of real time, across any change of the clocks. */
export const promise = 24 * hour

/** The first valid zone, else UTC. */
export const zoneOf = (...zones: readonly (string | null)[]): string =>
  zones.find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC'

type Named = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

function partsOf(at: number, zone: string, options: Intl.DateTimeFormatOptions): Named {
  const parts = zoneFormat(zone, options).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** `14:00`, or `2:00 PM` in a 12-hour cycle. */
export function timeOf(at: number, zone: string, cycle: HourCycle | null = null): string {
  const clock = partsOf(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return timeOfDay(`${clock.hour}:${clock.minute}`, cycle)
}

/** `Wednesday 25 November 2026`. Joined here, because versions of Node differ in their commas. */
export function dayOf(at: number, zone: string, width: 'long' | 'short' = 'long'): string {
  const date = { weekday: width, day: 'numeric', month: width, year: 'numeric' } as const
  const { weekday, day, month, year } = partsOf(at, zone, date)
  return [weekday, day, month, year].join(' ')
}

const zoneName = (at: number, zone: string): string =>
  partsOf(at, zone, { timeZoneName: 'long' }).timeZoneName ?? ''

/** `UTC+2`, `UTC−3:30`, `UTC` */
function offset(at: number, zone: string): string {
  const { timeZoneName: name = '' } = partsOf(at, zone, { timeZoneName: 'shortOffset' })
  return name
    .replace('GMT', 'UTC')
    .replace(/[+-]0$/, '')
    .replace('-', '−')
}

/** The city of a zone: 'Auckland' of 'Pacific/Auckland'. None for names like `Etc/GMT+5`, whose sign is reversed. */
function city(zone: string): string {
  const name = /^(UTC|GMT|Etc\/.*)$/i.test(zone) ? '' : (zone.split('/').at(-1) ?? '')
  return name && ` (${name.replaceAll('_', ' ')})`
}

/** For a zone without a name Intl returns its offset instead: `GMT-05:00`. */
function named(at: number, zone: string): string {
  const name = zoneName(at, zone)
  const where = city(zone)
  return /^GMT[+-]/.test(name) ? `${offset(at, zone)}${where}` : `${name}${where}, ${offset(at, zone)}`
}

export const momentIn = (at: number, zone: string, cycle: HourCycle | null = null): Shown => ({
  time: timeOf(at, zone, cycle),
  day: dayOf(at, zone),
  zone: named(at, zone),
})

/** If the span crosses midnight or a change of the clocks, both days or both zone names are shown. */
export function spanIn({ starts, ends }: Span, zone: string, cycle: HourCycle | null = null): Shown {
  const [begins, closes] = [timeOf(starts, zone, cycle), timeOf(ends, zone, cycle)]
  // `2:00–2:30 PM`
  const isHalfShared = cycle === 'h12' && begins.slice(-2) === closes.slice(-2)
  const days = [dayOf(starts, zone), dayOf(ends, zone)]
  const zones = [named(starts, zone), named(ends, zone)] as const
  return {
    time: `${isHalfShared ? begins.slice(0, -3) : begins}–${closes}`,
    day: [...new Set(days)].join(' to '),
    zone: zones[0] === zones[1] ? zones[0] : callTimes.change(...zones),
  }
}

/** In running text: `15:20 on Sunday 22 November 2026 (South Africa Standard Time)`. */
export const sentenceOf = (at: number, zone: string, cycle: HourCycle | null = null): string =>
  `${timeOf(at, zone, cycle)} on ${dayOf(at, zone)} (${zoneName(at, zone).replace('GMT', 'UTC')})`

/** The 24 hours of the promise, filled up to the moment `until`. */
export const promiseRuler = (
  received: number,
  until: number,
  zone: string,
  cycle: HourCycle | null = null,
): Ruler => ({
  from: 0,
  to: Math.min(1, Math.max(0, (until - received) / promise)),
  ticks: [0, 6, 12, 18].map((hours) => timeOf(received + hours * hour, zone, cycle)),
})

/** The three hours around a call, by the clocks of the zone. */
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
