import { isoDay, timeOfDay } from '#desk/lib/times.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { spanOf } from '#shared/lib/span.ts'
import { holderOf, type Lane, partsOfDay } from './lanes.ts'

/** A call where it stands in the week: minutes after midnight, by the provider's clock. */
export interface PlacedCall {
  call: BookingRow
  from: number
  minutes: number
  /** Where it begins in the width of the day, 0 to 1, and how much of it it takes. */
  left: number
  width: number
}

/** Among calls that lie side by side: which of several columns it takes. */
interface Sided extends PlacedCall {
  side: number
  sides: number
}

export interface PlacedDay {
  /** `2026-11-24` */
  day: string
  isWorkDay: boolean
  /** Null: no day off; else its note, which may be empty. */
  dayOff: string | null
  calls: PlacedCall[]
}

/** Whether a booking takes an hour of the week, or asks for one. */
export const standsInWeek: Readonly<Record<BookingStatus, boolean>> = {
  new: true,
  'spam?': false,
  confirmed: true,
  held: true,
  'no-show': true,
  cancelled: false,
  spam: false,
}

const dayMs = 86_400_000

export function minutesOfDay(at: Date, zone: string): number {
  const [hours = 0, minutes = 0] = timeOfDay(at, zone).split(':').map(Number)
  return hours * 60 + minutes
}

/** `09:30:00` as minutes after midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The seven days from Monday on, each with its calls; a call whose lane is not among those given is left out. */
export function placeCalls(
  week: WeekOfCalls,
  calls: readonly BookingRow[],
  lanes: readonly Lane[],
): PlacedDay[] {
  const monday = Date.parse(`${week.monday}T00:00:00Z`)
  return Array.from({ length: 7 }, (_, index) => {
    const day = new Date(monday + index * dayMs).toISOString().slice(0, 10)
    const off = week.days_off.find((one) => one.day === day)
    const mine = calls.filter((call) => isoDay(new Date(call.call_at), week.time_zone) === day)
    return {
      day,
      isWorkDay: week.work_days.includes(index + 1),
      dayOff: off ? (off.note ?? '') : null,
      calls: placeDay(week, mine, lanes),
    }
  })
}

function placeDay(week: WeekOfCalls, calls: readonly BookingRow[], lanes: readonly Lane[]): PlacedCall[] {
  const inLane = (those: readonly BookingRow[], lane: number, share: number) =>
    sideBySide(those.map((call) => placed(call, week))).map(({ side, sides, ...call }) => ({
      ...call,
      left: (lane + side / sides) * share,
      width: share / sides,
    }))
  if (lanes.length === 0) return inLane(calls, 0, 1)
  return lanes
    .flatMap(({ id }, index) =>
      inLane(
        calls.filter((call) => holderOf(call, week) === id),
        index,
        1 / lanes.length,
      ),
    )
    .toSorted((one, other) => one.from - other.from)
}

function placed(call: BookingRow, week: WeekOfCalls): Sided {
  const span = call.confirmed === null ? null : spanOf(call.confirmed)
  const minutes = span ? (Date.parse(span.end) - Date.parse(span.start)) / 60_000 : week.call_minutes
  const from = minutesOfDay(new Date(call.call_at), week.time_zone)
  return { call, from, minutes, left: 0, width: 1, side: 0, sides: 1 }
}

/** Gives calls that touch the same minutes a column each; wishes may coincide with anything. */
function sideBySide(calls: Sided[]): Sided[] {
  const sorted = calls.toSorted((one, other) => one.from - other.from)
  let group: Sided[] = []
  let until = -1
  for (const call of sorted) {
    if (call.from >= until) group = []
    const taken = new Set(
      group.filter((other) => other.from + other.minutes > call.from).map(({ side }) => side),
    )
    while (taken.has(call.side)) call.side++
    group.push(call)
    until = Math.max(until, call.from + call.minutes)
    const sides = Math.max(...group.map(({ side }) => side + 1))
    for (const one of group) one.sides = sides
  }
  return sorted
}

/** The hours to draw: those of work and of the hosts with one on either side, and whatever is needed for the calls. */
export function hoursToShow(
  week: WeekOfCalls,
  days: readonly PlacedDay[],
  lanes: readonly Lane[],
): { first: number; last: number } {
  const calls = days.flatMap((day) => day.calls)
  const wall = (at: string) => wallClock(new Date(at), week.time_zone)
  const open = days.flatMap(({ day }) => lanes.flatMap(({ host }) => partsOfDay(host?.open ?? [], day, wall)))
  const first = Math.min(
    minutesOf(week.opens) - 60,
    ...open.map(({ from }) => from - 60),
    ...calls.map((call) => call.from),
  )
  const last = Math.max(
    minutesOf(week.closes) + 60,
    ...open.map(({ until }) => until + 60),
    ...calls.map((call) => call.from + call.minutes),
  )
  return { first: Math.max(0, Math.floor(first / 60)), last: Math.min(24, Math.ceil(last / 60)) }
}
