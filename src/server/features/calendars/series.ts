import type { ParsedEvent } from './events.ts'
import { type DatedTime, instantOf, momentIn, type ZonedTime } from './moments.ts'
import { dateOf, occurrencesOf } from './occurrences.ts'
import type { ReadWindow, TimeRange } from './types.ts'
import { type CalendarRule, timeOfDay } from './values.ts'

/** Local times in two zones differ by at most 26 hours. */
const slack = 26 * 3_600_000

/** True if a one-time event is outside the window in every time zone. */
export const isFar = ({ start, length, rules, added }: ParsedEvent, { from, until }: ReadWindow): boolean =>
  rules.length + added.length === 0 && (start.wall + length < from - slack || start.wall > until + slack)

/** Groups the newest versions of events by UID. Each event without a UID is a separate group. */
export function seriesOf(events: readonly ParsedEvent[]): ParsedEvent[][] {
  const byUid = groupByKey(events, ({ uid }) => uid)
  const alone = byUid.get('') ?? []
  byUid.delete('')
  return [...alone.map((event) => [event]), ...[...byUid.values()].map(newestVersions)]
}

function groupByKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/**
 * Keeps the version of an event that has the highest SEQUENCE. If several versions have the same SEQUENCE, keeps the
 * newest. If a program gave several events the same UID, only events with the same start are versions of each other.
 */
function newestVersions(series: ParsedEvent[]): ParsedEvent[] {
  if (series.length === 1) return series
  const which = ({ change, start }: ParsedEvent) => (change ? instantOf(momentIn(change, start.zone)) : 'whole')
  const numbered = groupByKey(series, (event) => `${which(event)} ${event.sequence}`)
  const isShared = [...numbered.values()].some(
    (versions) => new Set(versions.map(({ start }) => instantOf(start))).size > 1,
  )
  const versions = groupByKey(series, (event) => `${which(event)} ${isShared ? instantOf(event.start) : ''}`)
  return [...versions.values()].flatMap((same) => {
    const highest = Math.max(...same.map(({ sequence }) => sequence))
    const last = same.filter(({ sequence }) => sequence === highest)
    const latest = last.reduce((stamp, event) => (event.stamp > stamp ? event.stamp : stamp), '')
    return last.filter(({ stamp }) => stamp === latest)
  })
}

/** Yields the busy times of the events with one UID. Excluded, moved and free occurrences are left out. */
export function* busyRangesOf(series: readonly ParsedEvent[], window: ReadWindow): Generator<TimeRange> {
  const hasWhole = series.some(({ change }) => change === null)
  for (const event of series) {
    // A change to all later occurrences may have its own rule, and so may a changed occurrence whose series is missing.
    const repeats = event.change === null || event.changesLater || !hasWhole
    const isOpen = !hasWhole && event.changesLater && event.rules.length === 0
    if (isOpen) event.unread ??= 'rule'
    const changes = series.filter((one) => one !== event && one.change !== null)
    if (isFar(event, window)) continue
    if (repeats) yield* recurringRanges(event, changes, window)
    else if (!event.isFree) yield busyRangeOf(event, event.start)
  }
}

function busyRangeOf({ endOf }: ParsedEvent, begin: ZonedTime): TimeRange {
  const at = instantOf(begin)
  return [at, endOf(begin, at)]
}

/** A change to all later occurrences. */
interface LaterChange {
  since: number
  event: ParsedEvent
  /** Milliseconds from the local time of the series to the new time. */
  by: number
}

function* recurringRanges(
  event: ParsedEvent,
  changes: readonly ParsedEvent[],
  window: ReadWindow,
): Generator<TimeRange> {
  const { start } = event
  const shifts = changes
    .filter(({ changesLater }) => changesLater)
    .map((change) => shiftOf(change, start))
    .toSorted((one, other) => one.since - other.since)
  if (event.isFree && shifts.length === 0) return
  const widest = Math.max(event.length, ...shifts.map(({ event: { length }, by }) => length + Math.abs(by)))
  const reach = { from: window.from - widest - slack, until: window.until + widest + slack }
  const isExcluded = exclusionOf(event, changes)
  for (const { begin, endOf } of startsOf(event, reach)) {
    const at = instantOf(begin)
    // A changed occurrence may start at the time at which another occurrence used to start.
    const isChange = event.change !== null && begin.wall === start.wall
    if (!isChange && isExcluded?.(begin, at)) continue
    const shift = shifts.findLast(({ since }) => since <= at)
    if (!shift) {
      if (!event.isFree) yield [at, (endOf ?? event.endOf)(begin, at)]
    } else if (shift.event.rules.length === 0 && !shift.event.isFree) {
      const moved = { ...shift.event.start, wall: begin.wall + shift.by }
      yield busyRangeOf(shift.event, moved)
    }
  }
}

function shiftOf(event: ParsedEvent, series: ZonedTime): LaterChange {
  const change = event.change as DatedTime
  const since = series.isDay ? series.zone.instant(dateOf(change, series)) : instantOf(momentIn(change, series.zone))
  const shown = series.zone.wall(since)
  // In a skipped hour, the local time differs from the usual time of the series.
  const usual = shown - timeOfDay(shown) + timeOfDay(series.wall)
  const wall = series.zone.instant(usual) === since ? usual : shown
  return { since, event, by: event.start.wall - wall }
}

/**
 * Returns a function that tells whether an occurrence is cancelled or replaced. An exception without a time applies to
 * the usual hour of the series on that day, not to times that were added on that day.
 */
function exclusionOf({ start, excluded }: ParsedEvent, changes: readonly ParsedEvent[]) {
  if (excluded.length + changes.length === 0) return null
  const days = new Set<number>()
  const instants = new Set<number>()
  for (const dated of [...excluded, ...changes.map((one) => one.change as DatedTime)]) {
    if (start.isDay) days.add(dateOf(dated, start))
    else if (dated.isDay) days.add(dated.wall)
    else instants.add(instantOf(momentIn(dated, start.zone)))
  }
  const hour = timeOfDay(start.wall)
  return ({ wall }: ZonedTime, at: number) => instants.has(at) || (timeOfDay(wall) === hour && days.has(wall - hour))
}

/** Yields all starts of an event, including those from rules and added dates, in no particular order. */
function* startsOf(
  event: ParsedEvent,
  { from, until }: Pick<ReadWindow, 'from' | 'until'>,
): Generator<{ begin: ZonedTime; endOf?: ParsedEvent['endOf'] | null }> {
  const { start, rules, exceptRules, added } = event
  const wallsOf = (rule: CalendarRule) => {
    const walls = occurrencesOf(rule, start, from, until)
    if (!walls) event.unread ??= 'rule'
    return walls ?? []
  }
  const except = new Set(exceptRules.flatMap(wallsOf))
  for (const wall of new Set([start.wall, ...rules.flatMap(wallsOf)])) {
    if (!except.has(wall)) yield { begin: { ...start, wall } }
  }
  for (const { begin, endOf } of added) yield { begin: addedTo(start, begin), endOf }
}

/** An added date without a time has the time of day of its series. */
function addedTo(start: ZonedTime, added: DatedTime): ZonedTime {
  if (start.isDay) return { ...start, wall: dateOf(added, start) }
  if (!added.isDay) return momentIn(added, start.zone)
  return { ...momentIn(added, start.zone), isDay: false, wall: added.wall + timeOfDay(start.wall) }
}
