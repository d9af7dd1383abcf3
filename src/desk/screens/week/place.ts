import { isoDay, timeOfDay } from '#desk/lib/times.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { spanOf } from '#shared/lib/span.ts'

/** A call where it stands in the week: minutes after midnight, by the provider's clock. */
export interface PlacedCall {
  call: BookingRow
  from: number
  minutes: number
  /** Which of several columns it takes, where calls and wishes lie side by side, and of how many. */
  lane: number
  lanes: number
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

/** The seven days from Monday on, each with its calls. */
export function placeCalls(week: WeekOfCalls, calls: readonly BookingRow[]): PlacedDay[] {
  const monday = Date.parse(`${week.monday}T00:00:00Z`)
  return Array.from({ length: 7 }, (_, index) => {
    const day = new Date(monday + index * dayMs).toISOString().slice(0, 10)
    const off = week.days_off.find((one) => one.day === day)
    const mine = calls.filter((call) => isoDay(new Date(call.call_at), week.time_zone) === day)
    return {
      day,
      isWorkDay: week.work_days.includes(index + 1),
      dayOff: off ? (off.note ?? '') : null,
      calls: sideBySide(mine.map((call) => placed(call, week))),
    }
  })
}

function placed(call: BookingRow, week: WeekOfCalls): PlacedCall {
  const span = call.confirmed === null ? null : spanOf(call.confirmed)
  const minutes = span ? (Date.parse(span.end) - Date.parse(span.start)) / 60_000 : week.call_minutes
  const from = minutesOfDay(new Date(call.call_at), week.time_zone)
  return { call, from, minutes, lane: 0, lanes: 1 }
}

/** Gives calls that touch the same minutes a lane each; wishes may coincide with anything. */
function sideBySide(calls: PlacedCall[]): PlacedCall[] {
  const sorted = calls.toSorted((one, other) => one.from - other.from)
  let group: PlacedCall[] = []
  let until = -1
  for (const call of sorted) {
    if (call.from >= until) group = []
    const taken = new Set(
      group.filter((other) => other.from + other.minutes > call.from).map(({ lane }) => lane),
    )
    while (taken.has(call.lane)) call.lane++
    group.push(call)
    until = Math.max(until, call.from + call.minutes)
    const lanes = Math.max(...group.map(({ lane }) => lane + 1))
    for (const one of group) one.lanes = lanes
  }
  return sorted
}

/** The hours to draw: those of work with one on either side, and whatever is needed for the calls. */
export function hoursToShow(week: WeekOfCalls, days: readonly PlacedDay[]): { first: number; last: number } {
  const calls = days.flatMap((day) => day.calls)
  const first = Math.min(minutesOf(week.opens) - 60, ...calls.map((call) => call.from))
  const last = Math.max(minutesOf(week.closes) + 60, ...calls.map((call) => call.from + call.minutes))
  return { first: Math.max(0, Math.floor(first / 60)), last: Math.min(24, Math.ceil(last / 60)) }
}
