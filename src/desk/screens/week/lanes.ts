import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { HostWeek, WeekOfCalls } from '#shared/contract/desk-week.ts'

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

/** Minutes after midnight of one day. */
export interface Part {
  from: number
  until: number
}

/** The parts of stretches that lie on a day `2026-11-24`, by the clock of `wall`, which gives `2026-11-24T09:00`. */
export function partsOfDay(
  stretches: readonly (readonly [string, string])[],
  day: string,
  wall: (at: string) => string,
): Part[] {
  return stretches.flatMap(([starts, ends]) => {
    const [from, until] = [wall(starts), wall(ends)]
    if (from.slice(0, 10) > day || until.slice(0, 10) < day) return []
    const part = {
      from: from.slice(0, 10) < day ? 0 : minutesIn(from),
      until: until.slice(0, 10) > day ? 24 * 60 : minutesIn(until),
    }
    return part.from < part.until ? [part] : []
  })
}

const minutesIn = (wallTime: string) => Number(wallTime.slice(11, 13)) * 60 + Number(wallTime.slice(14, 16))
