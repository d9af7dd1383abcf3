import { Temporal } from 'temporal-polyfill'
import { zones } from './zone-styles.ts'

/** Milliseconds since 1970. */
export type BusyTime = readonly [from: number, until: number]

/** Random decisions that a seed makes reproducible. */
export interface RandomChoices {
  int(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(percent: number): boolean
}

/** One occurrence of a series: created by the rule, moved, added or left out. */
export interface Occurrence {
  /** The local time, in milliseconds as if it were UTC. */
  wall: number
  minutes: number
  /** The time according to the rule; null for an added occurrence. */
  ruled: number | null
  state: 'ruled' | 'moved' | 'later' | 'added' | 'left out' | 'cancelled'
}

/** An event or a series, with all its occurrences. */
export interface EventSeries {
  zone: string
  host: string
  isDay: boolean
  /** The length of each occurrence according to the rule. */
  minutes: number
  start: number
  rule: string | null
  /** The last repetition if the rule has an UNTIL part. */
  until: number | null
  occurrences: Occurrence[]
}

export const window = {
  from: Date.UTC(2026, 9, 12),
  until: Date.UTC(2027, 3, 12),
  siteUrl: 'https://www.site.example',
}

export const day = 86_400_000
const minute = 60_000

/** Returns the instant of a local time. A skipped or repeated time uses the offset from before the clock change. */
export const instantOf = (wall: number, zone: string): number =>
  Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19)).toZonedDateTime(zone).epochMilliseconds

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const dateOf = (at: number) => new Date(at)

interface RecurrenceRule {
  rule: string
  /** True if the series has an occurrence on the day that starts at this time. */
  on: (at: number) => boolean
}

/** Returns a recurrence rule, and a function that returns true for each day on which the series occurs. */
function rhythmOf(dice: RandomChoices, start: number): RecurrenceRule {
  const first = Math.floor(start / day)
  const every = dice.pick([1, 1, 1, 2, 3])
  const interval = every > 1 ? `;INTERVAL=${every}` : ''
  const { weekday, date, month } = partsOf(start)
  const nth = Math.ceil(date / 7)
  const months = (at: number) => dateOf(at).getUTCFullYear() * 12 + dateOf(at).getUTCMonth()
  const isMonth = (at: number) => (months(at) - months(start)) % every === 0
  const monday = Math.floor((first + 3) / 7)
  const some = weekdays.filter((_, index) => index === weekday || dice.chance(25))
  return dice.pick<() => RecurrenceRule>([
    () => ({ rule: `FREQ=DAILY${interval}`, on: (at) => (Math.floor(at / day) - first) % every === 0 }),
    () => ({
      rule: `FREQ=WEEKLY${interval};BYDAY=${some.join()}`,
      on: (at) =>
        (Math.floor((Math.floor(at / day) + 3) / 7) - monday) % every === 0 &&
        some.includes(weekdays[partsOf(at).weekday] ?? ''),
    }),
    () => ({
      rule: `FREQ=WEEKLY${interval}`,
      on: (at) => Math.floor((at - start) / day) % (7 * every) === 0,
    }),
    () => ({ rule: `FREQ=MONTHLY${interval}`, on: (at) => isMonth(at) && partsOf(at).date === date }),
    () => ({
      rule: `FREQ=MONTHLY${interval};BYDAY=${nth}${weekdays[weekday]}`,
      on: (at) => isMonth(at) && partsOf(at).weekday === weekday && Math.ceil(partsOf(at).date / 7) === nth,
    }),
    () => ({ rule: 'FREQ=YEARLY', on: (at) => partsOf(at).month === month && partsOf(at).date === date }),
  ])()
}

const partsOf = (at: number) => ({
  weekday: dateOf(at).getUTCDay(),
  date: dateOf(at).getUTCDate(),
  month: dateOf(at).getUTCMonth(),
})

/** Returns a start within the window, often on or next to the day of a clock change. */
function startOf(dice: RandomChoices, zone: string): number {
  const today = window.from + dice.int(2, 150) * day
  const change = Temporal.Instant.fromEpochMilliseconds(today).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  if (change && change.epochMilliseconds < window.until - 20 * day && dice.chance(40)) {
    const near = Math.floor(change.epochMilliseconds / day) + dice.int(-3, 1)
    return near * day + dice.int(0, 20) * 15 * minute
  }
  return today + dice.int(0, 95) * 15 * minute
}

export function makeSeries(dice: RandomChoices): EventSeries {
  const host = dice.pick(zones)[0]
  const isDay = dice.chance(20)
  const zone = isDay ? host : dice.pick(zones)[0]
  const latest = startOf(dice, zone)
  const isSeries = dice.chance(65)
  const years = isSeries && dice.chance(20) ? dice.int(1, 4) : 0
  const start = Math.floor((latest - years * 364 * day) / (isDay ? day : 1)) * (isDay ? day : 1)
  const begin = isDay ? Math.floor(start / day) * day : start
  const minutes = isDay ? 1440 * dice.pick([1, 1, 2, 5]) : dice.pick([15, 30, 60, 90, 480, 1500])
  const rhythm = isSeries ? rhythmOf(dice, begin) : null
  const walls = [begin]
  for (let at = begin + day; rhythm && at < window.until + 15 * day; at += day) if (rhythm.on(at)) walls.push(at)
  const end = rhythm ? dice.pick(['count', 'until', 'never'] as const) : 'never'
  const kept = end === 'never' ? walls : walls.slice(0, dice.int(1, Math.max(1, walls.length - 3)))
  const series: EventSeries = {
    zone,
    host,
    isDay,
    minutes,
    start: begin,
    rule: rhythm && (end === 'count' ? `${rhythm.rule};COUNT=${kept.length}` : rhythm.rule),
    until: end === 'until' ? (kept.at(-1) ?? begin) : null,
    occurrences: kept.map((wall) => ({ wall, minutes, ruled: wall, state: 'ruled' })),
  }
  if (rhythm) vary(dice, series)
  return series
}

/** Leaves out, moves, cancels and adds occurrences, and may change every occurrence after a certain one. */
function vary(dice: RandomChoices, { occurrences, isDay, minutes, start }: EventSeries): void {
  const step = isDay ? day : 15 * minute
  const since = window.from - 7 * day
  const ahead = occurrences.filter(({ wall }) => wall > Math.max(start, since))
  const later = dice.chance(15) && ahead.length > 3 ? ahead[dice.int(1, ahead.length - 2)] : undefined
  const changesAt = later?.wall ?? Infinity
  const by = dice.pick([-8, -2, 1, 3]) * step
  const length = isDay ? 1440 : dice.pick([30, 45, 120])
  for (const one of ahead) {
    if (one.wall >= changesAt) {
      Object.assign(one, { state: 'later', minutes: length, wall: one.wall + by })
    } else if (dice.chance(8)) one.state = dice.pick(['left out', 'left out', 'cancelled'])
    else if (dice.chance(5)) {
      const moved = one.wall + dice.pick([-40, -3, 1, 5, 100]) * step
      Object.assign(one, { state: 'moved', wall: moved, minutes: isDay ? minutes : dice.pick([15, 60, 240]) })
    }
  }
  for (let count = !later && dice.chance(25) ? dice.int(1, 3) : 0; count > 0; count--) {
    const wall = start + dice.int(1, 100) * day + (isDay ? 0 : 7 * minute)
    if (!occurrences.some((one) => one.wall === wall || one.ruled === wall)) {
      occurrences.push({
        wall,
        minutes: isDay ? minutes : dice.pick([minutes, minutes, 240]),
        ruled: null,
        state: 'added',
      })
    }
  }
}

/** Returns the busy times within the window, merged and sorted. */
export function busyTimesOf({ zone, isDay, occurrences }: EventSeries): BusyTime[] {
  const busy = occurrences
    .filter(({ state }) => state !== 'left out' && state !== 'cancelled')
    .map(({ wall, minutes }): BusyTime => {
      const from = instantOf(wall, zone)
      return [from, isDay ? instantOf(wall + minutes * minute, zone) : from + minutes * minute]
    })
  return mergeTimes(busy)
}

export function mergeTimes(stretches: readonly BusyTime[]): BusyTime[] {
  const all: [number, number][] = []
  for (const [from, until] of stretches.toSorted((one, other) => one[0] - other[0])) {
    const [begins, ends] = [Math.max(from, window.from), Math.min(until, window.until)]
    const last = all.at(-1)
    if (begins >= ends) continue
    if (last && begins <= last[1]) last[1] = Math.max(last[1], ends)
    else all.push([begins, ends])
  }
  return all
}
