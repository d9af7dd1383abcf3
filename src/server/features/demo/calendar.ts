import { Temporal } from 'temporal-polyfill'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** When the made-up team works; the settings that the demo stores say the same. */
export const office = { zone: 'Europe/London', opens: 9, closes: 17, capacity: 12, callMinutes: 30 } as const

const local = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)

export const isWeekend = (at: number, zone: string = office.zone) => local(at, zone).dayOfWeek > 5

/** That hour of the day, in the zone, on which an instant falls. */
export const atHour = (at: number, zone: string, hours: number, minutes = 0) =>
  local(at, zone).withPlainTime({ hour: hours, minute: minutes }).epochMilliseconds

/** That instant, or the next at which somebody at the office is awake. */
export function awake(at: number): number {
  const time = local(at, office.zone)
  const isOver = time.hour >= office.closes + 1
  if (!isOver && time.hour >= office.opens - 1) return at
  return atHour(isOver ? at + day : at, office.zone, office.opens - 1)
}

/** The next day of work in the office's zone, at midnight there, as of so many days from an instant. */
export function workdayAfter(at: number, days: number): number {
  let midnight = local(at + days * day, office.zone).startOfDay()
  while (midnight.dayOfWeek > 5) midnight = midnight.add({ days: 1 })
  return midnight.epochMilliseconds
}

export const dateOf = (at: number) => local(at, office.zone).toPlainDate().toString()

function weekOf(at: number): string {
  const { yearOfWeek, weekOfYear } = local(at, office.zone)
  return `${yearOfWeek}-${weekOfYear}`
}

const half = 30 * minute

/** The office's calendar: gives each call of a host a time of its own. */
export class Calendar {
  /** Half hours of each host. */
  readonly #taken = new Set<string>()
  readonly #ofWeek = new Map<string, number>()
  readonly #daysOff: readonly string[]

  constructor(daysOff: readonly string[]) {
    this.#daysOff = daysOff
  }

  /** The host is busy elsewhere, so many half hours. */
  block(host: string, from: number, halves: number): void {
    for (let nth = 0; nth < halves; nth++) this.#taken.add(`${host} ${from + nth * half}`)
  }

  /** A call of the host goes to that half hour, which is free. */
  move(host: string, call: readonly [from: number, until: number], to: number): void {
    this.free(host, call)
    this.#take(host, to)
  }

  isFree(host: string, at: number): boolean {
    return !this.#taken.has(`${host} ${at}`)
  }

  /** The first free half hour of a host from then on, in hours of work, in a week that is not full. */
  book(host: string, from: number): readonly [from: number, until: number] {
    for (let at = Math.ceil(from / half) * half; ; at += half) {
      const time = local(at, office.zone)
      const count = this.#ofWeek.get(weekOf(at)) ?? 0
      const isWork = time.dayOfWeek <= 5 && time.hour >= office.opens && time.hour < office.closes
      if (!isWork || count >= office.capacity || !this.isFree(host, at) || this.#daysOff.includes(dateOf(at)))
        continue
      this.#take(host, at)
      return [at, at + office.callMinutes * minute]
    }
  }

  /** That call is not held: the half hour is free again. */
  free(host: string, [at]: readonly [from: number, until: number]): void {
    this.#taken.delete(`${host} ${at}`)
    this.#count(at, -1)
  }

  #take(host: string, at: number): void {
    this.#taken.add(`${host} ${at}`)
    this.#count(at, 1)
  }

  #count(at: number, change: 1 | -1): void {
    const week = weekOf(at)
    this.#ofWeek.set(week, (this.#ofWeek.get(week) ?? 0) + change)
  }
}
