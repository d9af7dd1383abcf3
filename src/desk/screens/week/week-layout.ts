import { clockTime, isoDay } from '#desk/lib/times.ts'
import type { BookingStatus } from '#shared/contract/desk.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import {
  type DayHours,
  dayHoursOf,
  hostsOf,
  type Lane,
  laneMemberOf,
  lanesToShow,
  type MinuteSpan,
  minutesOf,
  mostLanes,
} from './lanes.ts'

/** A call's position in the week. Times are minutes after midnight in the provider's zone. */
export interface PositionedCall {
  call: BookingListRow
  from: number
  minutes: number
  /** The call's place: in the column, or in the strip above or below the column. */
  where: 'above' | 'within' | 'below'
  /** The left edge as a share of the day's width, from 0 to 1. */
  left: number
  width: number
}

export interface PositionedDay {
  /** `2026-11-24` */
  day: string
  /** The note for a day off, which may be empty; null for other days. */
  dayOff: string | null
  /** One element per lane; a single element if there are no lanes. */
  grounds: DayHours[]
  calls: PositionedCall[]
}

export interface WeekLayout {
  week: WeekOfCalls
  holders: readonly Lane[]
  lanes: readonly Lane[]
  /** The days from Monday to Sunday. */
  days: readonly PositionedDay[]
  /** The hours that the ruler shows. */
  hours: readonly number[]
}

/** Returns the number of rows above a minute of the day. Hidden hours take up no space. */
export const rowsTo = (minutes: number, hours: readonly number[]): number =>
  hours.reduce((rows, hour) => rows + Math.min(1, Math.max(0, minutes / 60 - hour)), 0)

/** True if bookings with this status are shown in the week. */
export const isShownInWeek: Readonly<Record<BookingStatus, boolean>> = {
  new: true,
  'spam?': false,
  confirmed: true,
  completed: true,
  'no-show': true,
  cancelled: false,
  spam: false,
}

const dayMs = 86_400_000

export const minutesOfDay = (at: Date, zone: string): number => minutesOf(clockTime(at, zone))

/**
 * Places calls within the working hours of the members shown. A call outside these hours goes into a strip, and so does
 * a call that would make other calls too narrow to read. Calls in hidden lanes are omitted.
 */
export function layOutWeek(
  week: WeekOfCalls,
  calls: readonly BookingListRow[],
  holders: readonly Lane[],
  chosen?: string,
): WeekLayout {
  const lanes = lanesToShow(holders, chosen, calls, week)
  const monday = Date.parse(`${week.monday}T00:00:00Z`)
  const columns = lanes.length > 0 ? lanes : [undefined]
  const desk = { from: minutesOf(week.opens), until: minutesOf(week.closes) }
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = new Date(monday + index * dayMs).toISOString().slice(0, 10)
    const off = week.days_off.find((one) => one.day === day)
    const isOpen = week.work_days.includes(index + 1) && !off
    return {
      day,
      dayOff: off ? (off.note ?? '') : null,
      grounds:
        week.hosts.length === 0
          ? [{ open: isOpen ? [desk] : [], busy: [] }]
          : columns.map((lane) => dayHoursOf(hostsOf(lane, week), day, week.time_zone)),
    }
  })
  const hours = hoursOfWork(days, desk)
  const end = ((hours.at(-1) ?? 0) + 1) * 60
  const placed = (call: BookingListRow): PositionedCall => {
    const span = call.confirmed === null ? null : parseInstantRange(call.confirmed)
    const minutes = span ? (Date.parse(span.end) - Date.parse(span.start)) / 60_000 : week.call_minutes
    const from = minutesOfDay(new Date(call.call_at), week.time_zone)
    const where = hours.includes(Math.floor(from / 60)) ? 'within' : from < end ? 'above' : 'below'
    return { call, from, minutes, where, left: 0, width: 1 }
  }
  const inColumns = (those: readonly BookingListRow[]) =>
    columns.flatMap((lane, index) =>
      sideBySide(
        those.filter((call) => !lane || laneMemberOf(call, week) === lane.id).map(placed),
        index / columns.length,
        1 / columns.length,
      ),
    )
  return {
    week,
    holders,
    lanes,
    days: days.map((day) => ({
      ...day,
      calls: inColumns(calls.filter((call) => isoDay(new Date(call.call_at), week.time_zone) === day.day)).toSorted(
        (one, other) => one.from - other.from,
      ),
    })),
    hours,
  }
}

/**
 * Returns the hours to show: all working hours and, in each longer break, only the first two and the last two hours.
 */
function hoursOfWork(days: readonly Pick<PositionedDay, 'grounds'>[], desk: MinuteSpan): number[] {
  const open = days.flatMap(({ grounds }) => grounds.flatMap((ground) => ground.open))
  const work = (open.length > 0 ? open : [desk]).map(({ from, until }) => ({
    from: Math.floor(from / 60),
    until: Math.ceil(until / 60),
  }))
  const first = Math.min(...work.map(({ from }) => from))
  const last = Math.max(...work.map(({ until }) => until))
  return Array.from({ length: last - first }, (_, index) => first + index).filter((hour) =>
    work.some(({ from, until }) => from - 2 <= hour && hour < until + 2),
  )
}

/** Overlapping calls share a column as long as there is space. Confirmed calls are placed before requests. */
function sideBySide(calls: readonly PositionedCall[], left: number, width: number): PositionedCall[] {
  const isWish = ({ call }: PositionedCall) => Number(call.status === 'new')
  const least = 1 / mostLanes
  const standing: PositionedCall[] = []
  for (const call of calls.toSorted((one, other) => isWish(one) - isWish(other) || one.from - other.from)) {
    if (call.where !== 'within') continue
    const beside = standing.filter(
      (other) => other.from < call.from + call.minutes && call.from < other.from + other.minutes,
    )
    let side = left
    while (beside.some((other) => other.left === side)) side += least
    if (side + least > left + width) {
      call.where = 'above'
      continue
    }
    call.left = side
    standing.push(call)
    for (const one of [call, ...beside]) one.width = beside.length > 0 ? least : width
  }
  return [...calls]
}
