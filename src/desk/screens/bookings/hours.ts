import { isoDay, timeOfDay } from '#desk/lib/times.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'

/** From and until as milliseconds since 1970. */
export interface Stretch {
  from: number
  until: number
}

/** Offsets of zones are multiples of a quarter of an hour, so this is the step in which days are scanned. */
const stepMs = 900_000

/** The parts of a stretch in which something holds, to the quarter of an hour. */
export function partsWhere({ from, until }: Stretch, holds: (at: Date) => boolean): Stretch[] {
  const parts: Stretch[] = []
  for (let at = from; at < until; at += stepMs) {
    if (!holds(new Date(at))) continue
    const last = parts.at(-1)
    if (last?.until === at) last.until = at + stepMs
    else parts.push({ from: at, until: at + stepMs })
  }
  return parts
}

/** The intersection of two lists of spans. */
export const partsInBoth = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }))
      .filter(({ from, until }) => from < until),
  )

/** The day of an instant, by the clock of this machine: 23 or 25 hours when it is put forward or back. */
export function myDay(at: Date): Stretch {
  const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate())
  const next = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1)
  return { from: midnight.getTime(), until: next.getTime() }
}

/** Whether calls are held then. Days off are known for the week alone. */
export const isOpenAt = (week: WeekOfCalls) => (at: Date) => {
  const day = isoDay(at, week.time_zone)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  const time = timeOfDay(at, week.time_zone)
  return (
    week.work_days.includes(weekday) &&
    !week.days_off.some((off) => off.day === day) &&
    time >= week.opens.slice(0, 5) &&
    time < week.closes.slice(0, 5)
  )
}

/** When most people would take a call, wherever they are. */
export const isDaytime = (zone: string) => (at: Date) => {
  const time = timeOfDay(at, zone)
  return time >= '08:00' && time < '18:00'
}

/** Every third hour of a zone's clock within a stretch, where it falls. */
export function hourMarks({ from, until }: Stretch, zone: string): { at: number; hour: string }[] {
  const marks = []
  for (let at = from; at <= until; at += stepMs) {
    const [hour = '', minute] = timeOfDay(new Date(at), zone).split(':')
    if (minute === '00' && Number(hour) % 3 === 0) marks.push({ at, hour })
  }
  return marks
}
