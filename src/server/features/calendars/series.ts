import type { Event } from './events.ts'
import { type Dated, instantOf, type Moment, momentIn } from './moments.ts'
import { dateOf, repetitionsOf } from './occurrences.ts'
import type { Stretch, Window } from './types.ts'
import { type Rule, timeOfDay } from './values.ts'

/** The clocks of two zones differ by at most 26 hours. */
const slack = 26 * 3_600_000

/** Nothing of a single event so far from the window can matter, whatever its zone. */
export const isFar = ({ start, length, rules, added }: Event, { from, until }: Window): boolean =>
  rules.length + added.length === 0 && (start.wall + length < from - slack || start.wall > until + slack)

/** The events by their UID, each in its newest version; those without a UID are alone. */
export function seriesOf(events: readonly Event[]): Event[][] {
  const byUid = grouped(events, ({ uid }) => uid)
  const alone = byUid.get('') ?? []
  byUid.delete('')
  return [...alone.map((event) => [event]), ...[...byUid.values()].map(newest)]
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/**
 * Of several versions of one event the one with the highest SEQUENCE counts, and among these the newest. Some programs
 * give one UID to many events: then only those with the same start are versions of each other.
 */
function newest(series: Event[]): Event[] {
  if (series.length === 1) return series
  const which = ({ change, start }: Event) => (change ? instantOf(momentIn(change, start.zone)) : 'whole')
  const numbered = grouped(series, (event) => `${which(event)} ${event.sequence}`)
  const isShared = [...numbered.values()].some(
    (versions) => new Set(versions.map(({ start }) => instantOf(start))).size > 1,
  )
  const versions = grouped(series, (event) => `${which(event)} ${isShared ? instantOf(event.start) : ''}`)
  return [...versions.values()].flatMap((same) => {
    const highest = Math.max(...same.map(({ sequence }) => sequence))
    const last = same.filter(({ sequence }) => sequence === highest)
    const latest = last.reduce((stamp, event) => (event.stamp > stamp ? event.stamp : stamp), '')
    return last.filter(({ stamp }) => stamp === latest)
  })
}

/** The busy times of events with one UID: repetitions that are left out, moved or free do not count. */
export function* stretchesOf(series: readonly Event[], window: Window): Generator<Stretch> {
  const hasWhole = series.some(({ change }) => change === null)
  for (const event of series) {
    // A change of all later repetitions may have a rule of its own; so has a change whose series is not in the file.
    const repeats = event.change === null || event.isChangeToAll || !hasWhole
    const isOpen = !hasWhole && event.isChangeToAll && event.rules.length === 0
    if (isOpen) event.unread ??= 'rule'
    const changes = series.filter((one) => one !== event && one.change !== null)
    if (isFar(event, window)) continue
    if (repeats) yield* repeated(event, changes, window)
    else if (!event.isFree) yield stretchOf(event, event.start)
  }
}

function stretchOf({ endOf }: Event, begin: Moment): Stretch {
  const at = instantOf(begin)
  return [at, endOf(begin, at)]
}

/** A change of all later repetitions, as seen from its series. */
interface Shift {
  since: number
  event: Event
  /** From the clock time of the series to its own. */
  by: number
}

function* repeated(event: Event, changes: readonly Event[], window: Window): Generator<Stretch> {
  const { start } = event
  const shifts = changes
    .filter(({ isChangeToAll }) => isChangeToAll)
    .map((change) => shiftOf(change, start))
    .toSorted((one, other) => one.since - other.since)
  if (event.isFree && shifts.length === 0) return
  const widest = Math.max(event.length, ...shifts.map(({ event: { length }, by }) => length + Math.abs(by)))
  const reach = { from: window.from - widest - slack, until: window.until + widest + slack }
  const isLeftOut = leftOut(event, changes)
  for (const { begin, endOf } of beginningsOf(event, reach)) {
    const at = instantOf(begin)
    // A change may fall on the day from which another was moved away.
    const isChange = event.change !== null && begin.wall === start.wall
    if (!isChange && isLeftOut?.(begin, at)) continue
    const shift = shifts.findLast(({ since }) => since <= at)
    if (!shift) {
      if (!event.isFree) yield [at, (endOf ?? event.endOf)(begin, at)]
    } else if (shift.event.rules.length === 0 && !shift.event.isFree) {
      const moved = { ...shift.event.start, wall: begin.wall + shift.by }
      yield stretchOf(shift.event, moved)
    }
  }
}

function shiftOf(event: Event, series: Moment): Shift {
  const change = event.change as Dated
  const wall = series.isDay
    ? dateOf(change, series)
    : series.zone.wall(instantOf(momentIn(change, series.zone)))
  return { since: series.zone.instant(wall), event, by: event.start.wall - wall }
}

/**
 * Whether a repetition is cancelled or replaced. An exception by day leaves out what begins on that day at the hour of
 * the series; a time that was added has an exception by its own time.
 */
function leftOut({ start, leftOut }: Event, changes: readonly Event[]) {
  if (leftOut.length + changes.length === 0) return null
  const days = new Set<number>()
  const instants = new Set<number>()
  for (const dated of [...leftOut, ...changes.map((one) => one.change as Dated)]) {
    if (start.isDay) days.add(dateOf(dated, start))
    else if (dated.isDay) days.add(dated.wall)
    else instants.add(instantOf(momentIn(dated, start.zone)))
  }
  const hour = timeOfDay(start.wall)
  return ({ wall }: Moment, at: number) =>
    instants.has(at) || (timeOfDay(wall) === hour && days.has(wall - hour))
}

/** The beginnings of an event, by itself, by its rules and by added dates, unordered. */
function* beginningsOf(
  event: Event,
  { from, until }: Pick<Window, 'from' | 'until'>,
): Generator<{ begin: Moment; endOf?: Event['endOf'] | null }> {
  const { start, rules, exceptRules, added } = event
  const wallsOf = (rule: Rule) => {
    const walls = repetitionsOf(rule, start, from, until)
    if (!walls) event.unread ??= 'rule'
    return walls ?? []
  }
  const except = new Set(exceptRules.flatMap(wallsOf))
  for (const wall of new Set([start.wall, ...rules.flatMap(wallsOf)])) {
    if (!except.has(wall)) yield { begin: { ...start, wall } }
  }
  for (const { begin, endOf } of added) yield { begin: addedTo(start, begin), endOf }
}

/** An added day repeats the hour of its series. */
function addedTo(start: Moment, added: Dated): Moment {
  if (start.isDay) return { ...start, wall: dateOf(added, start) }
  if (!added.isDay) return momentIn(added, start.zone)
  return { ...momentIn(added, start.zone), isDay: false, wall: added.wall + timeOfDay(start.wall) }
}
