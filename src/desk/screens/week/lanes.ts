import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { HostWeek, WeekOfCalls } from '#shared/contract/desk-week.ts'
import { wallClock } from '#shared/lib/local-time.ts'

/** The filter's word for calls that nobody holds. */
export const nobody = 'nobody'

/** The part of each day that one person has to themselves. */
export interface Lane {
  /** Null: of calls that nobody holds. */
  id: string | null
  /** Which mark it has; the same whoever else is shown. */
  mark: number
  /** Their hours, where they are a host. */
  host: HostWeek | null
}

/** Who has a call: whoever it was given to, and of a request whose time is held for it, the host that it is held with. */
export function holderOf(call: BookingRow, week: WeekOfCalls): string | null {
  if (call.status !== 'new') return call.assigned_to
  const holder = week.hosts.find((host) => isHeldBy(call, host))
  return holder?.id ?? call.assigned_to
}

export const isHeldBy = (call: BookingRow, host: HostWeek): boolean =>
  call.status === 'new' && host.held.some(({ booking }) => booking === call.id)

/**
 * A lane for each host, for everybody else who has a call in this week, and for the calls that nobody has. None where
 * nobody is a host: then the day has one column.
 */
export function lanesOf(week: WeekOfCalls, calls: readonly BookingRow[]): Lane[] {
  if (week.hosts.length === 0) return []
  const holders = new Set(calls.map((call) => holderOf(call, week)))
  const hosts = week.hosts.map((host) => host.id)
  const others = [...holders]
    .filter((id): id is string => id !== null && !hosts.includes(id))
    .toSorted((one, other) => (one < other ? -1 : 1))
  const ids = [...hosts, ...others, ...(holders.has(null) ? [null] : [])]
  return ids.map((id, mark) => ({ id, mark, host: week.hosts.find((host) => host.id === id) ?? null }))
}

/** As many as leave each of seven days, on a laptop, room for a name and a time. */
export const mostLanes = 2

/**
 * The lanes to draw: of the one who is chosen, or, to tell them apart, of those who have calls in this week. None where
 * they would be too narrow: then each day has one column, and marks say whose a call is.
 */
export function lanesToShow(
  all: readonly Lane[],
  chosen: string | undefined,
  calls: readonly BookingRow[],
  week: WeekOfCalls,
): readonly Lane[] {
  const one = all.length === 1 ? all : all.filter(({ id }) => (id ?? nobody) === chosen)
  if (one.length > 0) return one
  const holders = new Set(calls.map((call) => holderOf(call, week)))
  const having = all.filter(({ id }) => holders.has(id))
  return having.length > 1 && having.length <= mostLanes ? having : []
}

/** Whose hours a lane stands for; a column without lanes is that of all hosts. */
export const hostsOf = (lane: Lane | undefined, week: WeekOfCalls): readonly HostWeek[] =>
  lane ? (lane.host ? [lane.host] : []) : week.hosts

/** Minutes after midnight of one day. */
export interface Part {
  from: number
  until: number
}

/** The parts of stretches that lie on a day `2026-11-24`, by the clock of a zone. */
export function partsOfDay(
  stretches: readonly (readonly [string, string])[],
  day: string,
  zone: string,
): Part[] {
  return stretches.flatMap((stretch) => {
    const [from = '', until = ''] = stretch.map((at) => wallClock(new Date(at), zone))
    if (from.slice(0, 10) > day || until.slice(0, 10) < day) return []
    const part = {
      from: from.slice(0, 10) < day ? 0 : minutesOf(from.slice(11)),
      until: until.slice(0, 10) > day ? 24 * 60 : minutesOf(until.slice(11)),
    }
    return part.from < part.until ? [part] : []
  })
}

/** `09:30` as minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** When somebody takes calls on a day, and when all who do are busy elsewhere. */
export interface Ground {
  open: Part[]
  busy: Part[]
}

export function groundOf(hosts: readonly HostWeek[], day: string, zone: string): Ground {
  const open = merged(hosts.flatMap((host) => partsOfDay(host.open, day, zone)))
  const free = hosts.flatMap((host) =>
    without(partsOfDay(host.open, day, zone), partsOfDay(host.busy, day, zone)),
  )
  return { open, busy: without(open, free) }
}

function merged(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const { from, until } of parts.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else all.push({ from, until })
  }
  return all
}

const without = (parts: readonly Part[], holes: readonly Part[]): Part[] =>
  holes.reduce<Part[]>(
    (rest, hole) =>
      rest.flatMap(({ from, until }) =>
        [
          { from, until: Math.min(until, hole.from) },
          { from: Math.max(from, hole.until), until },
        ].filter((part) => part.from < part.until),
      ),
    [...parts],
  )
