import { zoneFormat } from './time-zone.ts'

/** Hours by which a zone is ahead of UTC at an instant: 2 for Cape Town, 5.5 for Mumbai. */
export function utcOffsetHours(zone: string, at: Date): number {
  const parts = zoneFormat(zone, { timeZoneName: 'longOffset' }, 'en').formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = name.match(/([+-])(\d{2}):(\d{2})/) ?? []
  return hours ? Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60) : 0
}

/** A fixed day for prerendering, when the day of the visit is unknown. */
export const anyDay = new Date('2026-01-15T00:00:00Z')

/** For each city the hours by which it is behind the easternmost one, in that order; summer time changes them. */
export function hoursBehind(cities: readonly { readonly city: string; readonly zone: string }[], day: Date) {
  const ahead = cities.map(({ city, zone }) => ({ city, offset: utcOffsetHours(zone, day) }))
  const first = Math.max(...ahead.map(({ offset }) => offset))
  return ahead
    .map(({ city, offset }) => ({ city, from: first - offset }))
    .sort((one, other) => one.from - other.from)
}

/** A range of hours on a 24-hour dial, cut in two if it crosses midnight. */
export function dialStretches(from: number, to: number): { from: number; to: number }[] {
  const start = ((from % 24) + 24) % 24
  const end = start + (to - from)
  return end <= 24
    ? [{ from: start, to: end }]
    : [
        { from: start, to: 24 },
        { from: 0, to: end - 24 },
      ]
}
