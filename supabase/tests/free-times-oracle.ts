import { Temporal } from 'temporal-polyfill'
import type { SlotScenario } from './available-times-worlds.ts'

/**
 * Returns available start times as `index of the host, seconds since 1970`. Checks every quarter hour against each rule
 * in the decision about hosts, independently of the database's method.
 */
export function freeStarts(world: SlotScenario): string[] {
  const quarter = 900
  const found: string[] = []
  for (const place of world.hosts.keys()) {
    const isOpen = withinHours(world, place)
    for (let start = Math.ceil(world.from / quarter) * quarter; start < world.until; start += quarter) {
      if (isOpen(start) && isFree(world, place, start)) found.push(`${place} ${start}`)
    }
  }
  return found
}

type Host = SlotScenario['hosts'][number]

function isFree(world: SlotScenario, place: number, start: number): boolean {
  const host = world.hosts[place]
  if (!host?.is_there || !host.takes_calls) return false
  const end = start + world.minutes * 60
  if (start < world.now + host.notice_minutes * 60 || start >= world.now + 60 * 86_400) return false

  const calls = world.calls.filter(({ id }) => id !== world.but_for)
  const holds = world.holds.filter(({ id, until }) => id !== world.but_for && until > world.now)
  const work = [...calls.filter(({ status }) => status === 'confirmed'), ...holds]
  const gap = Math.max(host.break_before, host.break_after) * 60
  if (work.some((one) => one.host === place && one.slot[0] < end + gap && start - gap < one.slot[1])) return false
  const [before, after] = [start - host.break_before * 60, end + host.break_after * 60]
  if (host.busy.flat().some(([from, until]) => from < after && before < until)) return false
  if (isOff(world, start, end)) return false

  const counted = [
    ...calls.filter(({ status }) => status !== 'cancelled'),
    ...holds.filter(({ is_proven }) => is_proven),
  ]
  const day = dateIn(host.time_zone, start)
  const onDay = counted.filter((one) => one.host === place && dateIn(host.time_zone, one.slot[0]) === day)
  if (host.daily_most !== null && onDay.length >= host.daily_most) return false
  const week = mondayOf(dateIn(world.desk_zone, start))
  const inWeek = counted.filter((one) => mondayOf(dateIn(world.desk_zone, one.slot[0])) === week)
  return inWeek.length < world.weekly_capacity
}

/** True if any minute of the call is on a day off. */
function isOff({ desk_zone, days_off }: SlotScenario, start: number, end: number): boolean {
  if (days_off.length === 0) return false
  for (let at = start; at < end; at += 60) if (days_off.includes(dateIn(desk_zone, at))) return true
  return false
}

/** Returns a function that checks whether every minute of a call with this start is within the host's hours. */
function withinHours(world: SlotScenario, place: number): (start: number) => boolean {
  const host = world.hosts[place]
  if (!host) return () => false
  const first = Temporal.PlainDate.from(dateIn(host.time_zone, world.from))
  const days = Math.ceil((world.until - world.from) / 86_400) + 4
  const open = Array.from({ length: days }, (_, index) => hoursOn(host, first.add({ days: index - 2 }))).flat()
  return (start) => {
    for (let at = start; at < start + world.minutes * 60; at += 60) {
      if (!open.some(([from, until]) => from <= at && at < until)) return false
    }
    return true
  }
}

function hoursOn(host: Host, day: Temporal.PlainDate): (readonly [number, number])[] {
  const own = host.dates.find((date) => date.day === day.toString())
  const stretches =
    own?.stretches ?? host.hours.filter(({ weekday }) => weekday === day.dayOfWeek).map(({ stretch }) => stretch)
  return stretches.map(([opens, closes]) => [
    instantOf(host.time_zone, day, opens),
    instantOf(host.time_zone, day, closes),
  ])
}

function instantOf(zone: string, day: Temporal.PlainDate, minutes: number): number {
  const local = day.toPlainDateTime().add({ minutes })
  return local.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds / 1000
}

const mondayOf = memoized((date: string) => {
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
})

const datesIn = memoized((zone: string) =>
  memoized((at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString(),
  ),
)
const dateIn = (zone: string, at: number) => datesIn(zone)(at)

function memoized<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}
