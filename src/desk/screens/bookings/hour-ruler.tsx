import pieces from '#desk/lib/pieces.module.css'
import { clockTime, hourLabel, isoDay, myZone, zoneOrFallback } from '#desk/lib/times.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import css from './bookings.module.css'

interface HourRulerProps {
  call: CallSpan
  /** The visitor's time zone, if known. */
  zone: string | null
  /** The week that contains the working hours; undefined while loading. */
  week: WeekOfCalls | undefined
  others?: readonly CallSpan[]
}

const track = 14
const gap = 2
const labels = 16

/**
 * The local day as a ruler of hours, above the same hours in the visitor's zone. Working hours and the visitor's
 * daytime are filled, and the call is drawn across both rulers. Screen readers skip the rulers, because the text
 * next to them says the same.
 */
export function HourRuler({ call, zone, week, others = [] }: HourRulerProps) {
  const day = localDayOf(new Date(call.from))
  const theirs = zone === null ? null : zoneOrFallback(zone)
  const x = (at: number) => `${(((at - day.from) / (day.until - day.from)) * 100).toFixed(3)}%`
  const width = ({ from, until }: CallSpan) =>
    `${(((Math.min(until, day.until) - Math.max(from, day.from)) / (day.until - day.from)) * 100).toFixed(3)}%`
  const tracks = [
    { zone: myZone, parts: week ? spansWhere(day, isOpenAt(week)) : [], y: labels, label: 11 },
    ...(theirs
      ? [
          {
            zone: theirs,
            parts: spansWhere(day, isDaytime(theirs)),
            y: labels + track + gap,
            label: labels + 2 * track + gap + 14,
          },
        ]
      : []),
  ]
  const [ours, visitors] = tracks
  const shared = ours && visitors ? intersectSpans(ours.parts, visitors.parts) : []
  const bottom = labels + tracks.length * (track + gap)
  return (
    <svg
      className={`${pieces.axis} ${css.ruler}`}
      width="100%"
      height={bottom + (theirs ? labels : 0)}
      aria-hidden="true"
    >
      {tracks.map(({ zone: name, parts, y, label }) => (
        <g key={y}>
          <rect className={css.track} width="100%" y={y} height={track} />
          {parts.map((part) => (
            <rect key={part.from} className={css.hours} x={x(part.from)} width={width(part)} y={y} height={track} />
          ))}
          {hourMarks(day, name).map(({ at, hour }) => (
            <g key={at}>
              <line x1={x(at)} x2={x(at)} y1={y} y2={y + track} />
              {hour % 6 === 0 && (
                <text x={x(at)} y={label} textAnchor={anchor(at, day)}>
                  {hourLabel(at === day.until ? 24 : hour)}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      {shared.map((part) => (
        <rect
          key={part.from}
          className={css.hours}
          x={x(part.from)}
          width={width(part)}
          y={labels}
          height={2 * track + gap}
        />
      ))}
      {others
        .filter((other) => other.until > day.from && other.from < day.until)
        .map((other) => (
          <rect
            key={other.from}
            className={pieces.ink}
            x={x(Math.max(other.from, day.from))}
            width={width(other)}
            y={labels}
            height={track}
          />
        ))}
      <rect className={pieces.lit} x={x(call.from)} width={width(call)} y={labels - 3} height={bottom - labels + 4} />
    </svg>
  )
}

const anchor = (at: number, { from, until }: CallSpan) =>
  at - from < 3_600_000 ? 'start' : until - at < 3_600_000 ? 'end' : 'middle'

/** `from` and `until` are milliseconds since 1970. */
export interface CallSpan {
  from: number
  until: number
}

/** Zone offsets are multiples of 15 minutes, so days are scanned in steps of 15 minutes. */
const stepMs = 900_000

/** Returns the parts of a span in which `holds` returns true; the parts are accurate to 15 minutes. */
export function spansWhere({ from, until }: CallSpan, holds: (at: Date) => boolean): CallSpan[] {
  const parts: CallSpan[] = []
  for (let at = from; at < until; at += stepMs) {
    if (!holds(new Date(at))) continue
    const last = parts.at(-1)
    if (last?.until === at) last.until = at + stepMs
    else parts.push({ from: at, until: at + stepMs })
  }
  return parts
}

/** Returns the intersection of two lists of spans. */
export const intersectSpans = (some: readonly CallSpan[], others: readonly CallSpan[]): CallSpan[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }))
      .filter(({ from, until }) => from < until),
  )

/** Returns the local day of an instant. When the clocks change, a day has 23 or 25 hours. */
export function localDayOf(at: Date): CallSpan {
  const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate())
  const next = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1)
  return { from: midnight.getTime(), until: next.getTime() }
}

/** True if an instant is within working hours. Days off are known only for this week. */
export const isOpenAt = (week: WeekOfCalls) => (at: Date) => {
  const day = isoDay(at, week.time_zone)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  const time = clockTime(at, week.time_zone)
  return (
    week.work_days.includes(weekday) &&
    !week.days_off.some((off) => off.day === day) &&
    time >= week.opens.slice(0, 5) &&
    time < week.closes.slice(0, 5)
  )
}

/** From 08:00 to 18:00, because most people take calls then. */
export const isDaytime = (zone: string) => (at: Date) => {
  const time = clockTime(at, zone)
  return time >= '08:00' && time < '18:00'
}

/** Returns every third full hour of a zone's clock within a span. */
export function hourMarks({ from, until }: CallSpan, zone: string): { at: number; hour: number }[] {
  const marks = []
  for (let at = from; at <= until; at += stepMs) {
    const [hour = 0, minute] = clockTime(new Date(at), zone).split(':').map(Number)
    if (minute === 0 && hour % 3 === 0) marks.push({ at, hour })
  }
  return marks
}
