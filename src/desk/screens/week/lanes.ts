import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { HostWeek, WeekOfCalls } from '#shared/contract/desk-week.ts'
import { formatWallClock } from '#shared/lib/local-time.ts'

/** The filter's value for unassigned calls. */
export const unassignedFilter = 'nobody'

/** One member's column within each day. */
export interface Lane {
  /** The member's id; null for unassigned calls. */
  id: string | null
  /** The number of the member's mark. The number does not depend on which lanes are shown. */
  mark: number
  /** The member's hours; null if the member is not a host. */
  host: HostWeek | null
}

/** Returns the member whose lane shows a call: the assignee, or the host whose time is held for a request. */
export function laneMemberOf(call: BookingListRow, week: WeekOfCalls): string | null {
  if (call.status !== 'new') return call.assigned_to
  const holder = week.hosts.find((host) => isHeldBy(call, host))
  return holder?.id ?? call.assigned_to
}

export const isHeldBy = (call: BookingListRow, host: HostWeek): boolean =>
  call.status === 'new' && host.held.some(({ booking }) => booking === call.id)

/**
 * Returns a lane for each host, for every other member with a call in this week, and for unassigned calls. If there are
 * no hosts, returns no lanes, and each day has one column.
 */
export function lanesOf(week: WeekOfCalls, calls: readonly BookingListRow[]): Lane[] {
  if (week.hosts.length === 0) return []
  const holders = new Set(calls.map((call) => laneMemberOf(call, week)))
  const hosts = week.hosts.map((host) => host.id)
  const others = [...holders]
    .filter((id): id is string => id !== null && !hosts.includes(id))
    .toSorted((one, other) => (one < other ? -1 : 1))
  const ids = [...hosts, ...others, ...(holders.has(null) ? [null] : [])]
  return ids.map((id, mark) => ({ id, mark, host: week.hosts.find((host) => host.id === id) ?? null }))
}

/** The maximum number of lanes in which a name and a time still fit on a laptop screen. */
export const mostLanes = 2

/**
 * Returns the lanes to draw: the lane of the selected member, or the lanes of all members with calls in this week.
 * Returns no lanes if they would be too narrow. In that case, each day has one column, and marks identify the host of
 * each call.
 */
export function lanesToShow(
  all: readonly Lane[],
  chosen: string | undefined,
  calls: readonly BookingListRow[],
  week: WeekOfCalls,
): readonly Lane[] {
  const one = all.length === 1 ? all : all.filter(({ id }) => (id ?? unassignedFilter) === chosen)
  if (one.length > 0) return one
  const holders = new Set(calls.map((call) => laneMemberOf(call, week)))
  const having = all.filter(({ id }) => holders.has(id))
  return having.length > 1 && having.length <= mostLanes ? having : []
}

/** Returns the hosts whose hours a lane shows. If a day has one column, it shows the hours of all hosts. */
export const hostsOf = (lane: Lane | undefined, week: WeekOfCalls): readonly HostWeek[] =>
  lane ? (lane.host ? [lane.host] : []) : week.hosts

/** A part of one day, in minutes after midnight. */
export interface MinuteSpan {
  from: number
  until: number
}

/** Returns the parts of the spans that fall on a day (`2026-11-24`) in a time zone. */
export function spansOfDay(stretches: readonly (readonly [string, string])[], day: string, zone: string): MinuteSpan[] {
  return stretches.flatMap((stretch) => {
    const [from = '', until = ''] = stretch.map((at) => formatWallClock(new Date(at), zone))
    if (from.slice(0, 10) > day || until.slice(0, 10) < day) return []
    const part = {
      from: from.slice(0, 10) < day ? 0 : minutesOf(from.slice(11)),
      until: until.slice(0, 10) > day ? 24 * 60 : minutesOf(until.slice(11)),
    }
    return part.from < part.until ? [part] : []
  })
}

/** Converts `09:30` to minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The times when any host takes calls on a day, and the times when all of these hosts are busy. */
export interface DayHours {
  open: MinuteSpan[]
  busy: MinuteSpan[]
}

export function dayHoursOf(hosts: readonly HostWeek[], day: string, zone: string): DayHours {
  const open = merged(hosts.flatMap((host) => spansOfDay(host.open, day, zone)))
  const free = hosts.flatMap((host) => without(spansOfDay(host.open, day, zone), spansOfDay(host.busy, day, zone)))
  return { open, busy: without(open, free) }
}

function merged(parts: readonly MinuteSpan[]): MinuteSpan[] {
  const all: MinuteSpan[] = []
  for (const { from, until } of parts.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else all.push({ from, until })
  }
  return all
}

const without = (parts: readonly MinuteSpan[], holes: readonly MinuteSpan[]): MinuteSpan[] =>
  holes.reduce<MinuteSpan[]>(
    (rest, hole) =>
      rest.flatMap(({ from, until }) =>
        [
          { from, until: Math.min(until, hole.from) },
          { from: Math.max(from, hole.until), until },
        ].filter((part) => part.from < part.until),
      ),
    [...parts],
  )
