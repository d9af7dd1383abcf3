import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { wallClock, withOffset } from '#shared/lib/local-time.ts'
import { type Lane, type Part, partsOfDay } from './lanes.ts'
import { minutesOf, type PlacedCall, type PlacedDay } from './place.ts'

/** A place in the week where a call could begin: on the quarter hour, by the provider's clock. */
export interface Spot {
  /** From Monday, 0. */
  day: number
  /** Among those that are shown; 0 where a day has one column. */
  lane: number
  minutes: number
}

/** What the week shows. */
export interface Shown {
  week: WeekOfCalls
  days: readonly PlacedDay[]
  lanes: readonly Lane[]
  /** Hours of the ruler. */
  first: number
  last: number
}

const step = 15
const two = (number: number) => String(number).padStart(2, '0')

/** `2026-11-24T09:15`, by the provider's clock. */
export const wallOf = ({ day, minutes }: Spot, { days }: Shown): string =>
  `${days[day]?.day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

export const instantOf = (spot: Spot, shown: Shown): Date =>
  new Date(withOffset(wallOf(spot, shown), shown.week.time_zone))

/** Who would have a call there; undefined says nothing of it. */
export const hostAt = ({ lane }: Spot, { lanes }: Shown): string | undefined => lanes[lane]?.id ?? undefined

/** The quarter hour that is nearest, within what is shown. */
export function within(spot: Spot, { lanes, first, last }: Shown): Spot {
  const clamp = (number: number, most: number, least = 0) => Math.min(most, Math.max(least, number))
  return {
    day: clamp(spot.day, 6),
    lane: clamp(spot.lane, Math.max(0, lanes.length - 1)),
    minutes: clamp(Math.round(spot.minutes / step) * step, last * 60 - step, first * 60),
  }
}

/** What an arrow key does to a place: up and down a quarter of an hour, sideways a lane, over the days. */
export function afterKey(key: string, spot: Spot, shown: Shown): Spot | null {
  const lanes = Math.max(1, shown.lanes.length)
  const beside = (by: number) => {
    const column = spot.day * lanes + spot.lane + by
    return column < 0 || column >= 7 * lanes
      ? spot
      : { ...spot, day: Math.floor(column / lanes), lane: column % lanes }
  }
  switch (key) {
    case 'ArrowUp':
      return within({ ...spot, minutes: spot.minutes - step }, shown)
    case 'ArrowDown':
      return within({ ...spot, minutes: spot.minutes + step }, shown)
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    default:
      return null
  }
}

/** The start of the first hours of a day, which is where somebody without a pointer begins. */
export function firstSpot(day: number, shown: Shown): Spot {
  const lane = Math.max(
    0,
    shown.lanes.findIndex((one) => openOn(one, day, shown).length > 0),
  )
  const open = shown.lanes[lane] ? openOn(shown.lanes[lane], day, shown)[0] : undefined
  return within({ day, lane, minutes: open?.from ?? minutesOf(shown.week.opens) }, shown)
}

export const spotOf = (placed: PlacedCall, day: number, shown: Shown): Spot =>
  within(
    { day, lane: Math.floor((placed.left + 0.001) * Math.max(1, shown.lanes.length)), minutes: placed.from },
    shown,
  )

/** What speaks against a place, as a word or two; the database says the last word. */
export function stateAt(spot: Spot, minutes: number, but: string | null, shown: Shown): string {
  const call = { from: spot.minutes, until: spot.minutes + minutes }
  const lane = shown.lanes[spot.lane]
  const taken = shown.days[spot.day]?.calls.some(
    (other) =>
      other.call.id !== but &&
      other.call.status === 'confirmed' &&
      (!lane || other.call.assigned_to === lane.id) &&
      touches(call, { from: other.from, until: other.from + other.minutes }),
  )
  if (taken) return 'another call'
  if (!lane?.host) return ''
  if (partsOn(lane.host.busy, spot.day, shown).some((busy) => touches(call, busy))) return 'busy elsewhere'
  const isOpen = openOn(lane, spot.day, shown).some(
    ({ from, until }) => from <= call.from && call.until <= until,
  )
  return isOpen ? 'free' : 'outside their hours'
}

const touches = (one: Part, other: Part) => one.from < other.until && other.from < one.until
const openOn = (lane: Lane, day: number, shown: Shown) => partsOn(lane.host?.open ?? [], day, shown)

function partsOn(
  stretches: readonly (readonly [string, string])[],
  day: number,
  { days, week }: Shown,
): Part[] {
  const wall = (at: string) => wallClock(new Date(at), week.time_zone)
  return partsOfDay(stretches, days[day]?.day ?? '', wall)
}
