import { zoneFormat } from './time-zone.ts'

/** Hours that a zone is ahead of UTC at an instant: 2 for Cape Town, 5.5 for Mumbai. */
export function utcOffsetHours(zone: string, at: Date): number {
  const parts = zoneFormat(zone, { timeZoneName: 'longOffset' }, 'en').formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = name.match(/([+-])(\d{2}):(\d{2})/) ?? []
  return hours ? Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60) : 0
}

/** A stretch of hours on a 24-hour dial, cut in two where it passes midnight. */
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
