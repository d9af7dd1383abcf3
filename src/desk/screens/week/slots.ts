import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { parseWallClock } from '#shared/lib/local-time.ts'
import { hostsOf, laneMemberOf } from './lanes.ts'
import type { PositionedCall, WeekLayout } from './week-layout.ts'

/** A possible start of a call in the week, at a quarter hour in the provider's zone. */
export interface WeekSlot {
  /** The weekday; 0 is Monday. */
  day: number
  /** The index of the lane among the lanes shown; 0 if the day has one column. */
  lane: number
  minutes: number
}

const two = (number: number) => String(number).padStart(2, '0')

/** The slot's wall-clock time in the provider's zone, for example `2026-11-24T09:15`. */
const wallTimeOf = ({ day, minutes }: WeekSlot, { days }: WeekLayout): string =>
  `${days[day]?.day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

export const instantOf = (spot: WeekSlot, shown: WeekLayout): Date =>
  new Date(parseWallClock(wallTimeOf(spot, shown), shown.week.time_zone))

/** The member whose lane contains the slot; undefined if the day has one column. */
export const hostAt = ({ lane }: WeekSlot, { lanes }: WeekLayout): string | undefined => lanes[lane]?.id ?? undefined

/** Moves a slot to the nearest quarter hour that is shown. */
export function nearestSlot(spot: WeekSlot, shown: WeekLayout): WeekSlot {
  const clamp = (number: number, most: number) => Math.min(most, Math.max(0, number))
  const distance = (minutes: number) => Math.abs(minutes - spot.minutes)
  return {
    day: clamp(spot.day, 6),
    lane: clamp(spot.lane, Math.max(0, shown.lanes.length - 1)),
    minutes: quarters(shown).reduce((best, next) => (distance(next) < distance(best) ? next : best)),
  }
}

const quarters = ({ hours }: WeekLayout): number[] =>
  hours.flatMap((hour) => [0, 15, 30, 45].map((minutes) => hour * 60 + minutes))

/**
 * Moves a slot with arrow keys, vertically by a quarter hour and horizontally by a lane. A horizontal move can
 * reach the next day.
 */
export function slotAfterKey(key: string, spot: WeekSlot, shown: WeekLayout): WeekSlot | null {
  const lanes = Math.max(1, shown.lanes.length)
  const beside = (by: number) => {
    const column = spot.day * lanes + spot.lane + by
    return column < 0 || column >= 7 * lanes ? spot : { ...spot, day: Math.floor(column / lanes), lane: column % lanes }
  }
  switch (key) {
    case 'ArrowUp':
      return { ...spot, minutes: quarters(shown).findLast((one) => one < spot.minutes) ?? spot.minutes }
    case 'ArrowDown':
      return { ...spot, minutes: quarters(shown).find((one) => one > spot.minutes) ?? spot.minutes }
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    default:
      return null
  }
}

/** Returns the first open slot of a day, where keyboard users begin. */
export function firstSlot(day: number, shown: WeekLayout): WeekSlot {
  const grounds = shown.days[day]?.grounds ?? []
  const lane = Math.max(
    0,
    grounds.findIndex(({ open }) => open.length > 0),
  )
  return nearestSlot({ day, lane, minutes: grounds[lane]?.open[0]?.from ?? 0 }, shown)
}

/** Returns the slot of a call, which may be outside the hours shown. */
export const slotOf = ({ call, from }: PositionedCall, day: number, { week, lanes }: WeekLayout): WeekSlot => ({
  day,
  lane: Math.max(
    0,
    lanes.findIndex(({ id }) => id === laneMemberOf(call, week)),
  ),
  minutes: from,
})

/**
 * Describes the availability of a slot in a few words, such as 'another call'. When the call is confirmed, the database
 * decides whether the call fits into the slot.
 */
export function availabilityAt(
  spot: WeekSlot,
  minutes: number,
  moved: BookingListRow | null,
  shown: WeekLayout,
): string {
  const { week, days, lanes } = shown
  const lane = lanes[spot.lane]
  const from = instantOf(spot, shown).getTime()
  const until = from + minutes * 60_000
  const isTaken = (host: string | null | undefined) =>
    days.some(({ calls }) =>
      calls.some((other) => {
        const { id, status, assigned_to, call_at } = other.call
        const starts = Date.parse(call_at)
        if (id === moved?.id || status !== 'confirmed' || (host !== undefined && assigned_to !== host)) return false
        return starts < until && from < starts + other.minutes * 60_000
      }),
    )
  // In a column that shows all hosts, a moved call keeps its host.
  const own = lane ? [] : week.hosts.filter(({ id }) => id === moved?.assigned_to)
  const hosts = own.length > 0 ? own : hostsOf(lane, week)
  if (hosts.length === 0) return isTaken(lane?.id) ? 'another call' : ''
  const states = hosts.map(({ id, busy, open }) => {
    if (isTaken(id)) return 'another call'
    if (busy.some(([starts, ends]) => Date.parse(starts) < until && from < Date.parse(ends))) return 'busy'
    const isOpen = open.some(([starts, ends]) => Date.parse(starts) <= from && until <= Date.parse(ends))
    return isOpen ? 'available' : 'outside their hours'
  })
  if (states.includes('available')) return 'available'
  return states.length === 1 ? (states[0] ?? '') : 'no one available'
}
