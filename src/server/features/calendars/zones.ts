import type { CalendarComponent } from './lines.ts'
import { fixedZone, namedZone, offsetsOf, offsetsWithin, type ZoneConverter } from './moments.ts'
import { occurrencesOf } from './occurrences.ts'
import type { ReadWindow } from './types.ts'
import { day, itemsOf, offsetOf, ruleOf, stampOf } from './values.ts'
import { type FoundZone, ianaName, labeledZone, outdatedYears } from './zone-names.ts'

export type ZoneResolver = (name: string) => FoundZone

/**
 * Resolves the zone names of one calendar. Unless the calendar's own table describes another zone, a known name takes
 * precedence over the table, because programs shorten tables or do not update them. A name without a table may be a
 * menu label.
 */
export function zonesOf(
  calendar: CalendarComponent,
  { from, until }: Pick<ReadWindow, 'from' | 'until'>,
  otherwise: ZoneConverter,
): ZoneResolver {
  const tables = new Map<string, CalendarComponent>()
  for (const part of calendar.parts) {
    const name = part.kind === 'VTIMEZONE' && part.properties.find((one) => one.name === 'TZID')?.value
    if (name) tables.set(plain(name).toLowerCase(), part)
  }
  const find = (said: string): FoundZone => {
    const name = plain(said)
    const id = ianaName(name)
    const named = id === null ? null : namedZone(id)
    const table = tables.get(name.toLowerCase())
    const described = table ? describedZone(table, until + 366 * day) : null
    if (described && !(named && agrees(described, named, from))) return { zone: described, isKnown: true }
    if (named) return { zone: named, isKnown: true }
    return labeledZone(name, from) ?? { zone: otherwise, isKnown: false }
  }
  const found = new Map<string, FoundZone>()
  return (name) => {
    const zone = found.get(name) ?? find(name)
    found.set(name, zone)
    return zone
  }
}

const plain = (name: string) => name.replace(/[\\"]/g, '').replace(/\s+/g, ' ').trim()

/**
 * True if a table can describe the named zone. A table can be short or outdated, but its offsets and seasons must match
 * the zone's.
 */
function agrees(table: ZoneConverter, named: ZoneConverter, now: number): boolean {
  const had = offsetsWithin(named, now, outdatedYears)
  if ([...offsetsWithin(table, now + 366 * day, 3)].some((offset) => !had.has(offset))) return false
  const [here, there] = [offsetsOf(table, now), offsetsOf(named, now)]
  const isReversed = new Set(here).size > 1 && here.every((offset, season) => offset !== there[season])
  return !isReversed
}

interface ClockChange {
  /** The first local time after the change. */
  wall: number
  to: number
}

const year = 366 * day

/** Returns a zone that follows a table's clock changes until an instant; null if the table cannot be read. */
function describedZone(table: CalendarComponent, until: number): ZoneConverter | null {
  let changes: ClockChange[] = []
  let before: ClockChange | undefined
  for (const part of table.parts) {
    const found = changesOf(part, until)
    if (!found) return null
    changes = changes.concat(found.changes)
    const [first] = found.changes
    if (first && (!before || first.wall < before.wall)) before = { wall: first.wall, to: found.from }
  }
  changes.sort((one, other) => one.wall - other.wall)
  if (!before) return null
  const standing = before.to
  const offsetOn = (wall: number) => changes.findLast((change) => change.wall <= wall)?.to ?? standing
  const offsets = [...new Set(changes.map(({ to }) => to))]
  const instant = (wall: number) => wall - offsetOn(wall)
  return {
    instant,
    wall(at) {
      const fitting = offsets.find((offset) => instant(at + offset) === at)
      // The second instant of a repeated hour has the same local time as the first.
      return at + (fitting ?? offsetOn(at + standing))
    },
  }
}

function changesOf({ properties }: CalendarComponent, until: number): { from: number; changes: ClockChange[] } | null {
  const said = (name: string) => properties.find((one) => one.name === name)?.value ?? ''
  const start = stampOf(said('DTSTART'))
  const to = offsetOf(said('TZOFFSETTO'))
  const from = offsetOf(said('TZOFFSETFROM')) ?? to
  if (!start || to === null || from === null) return null
  const zone = fixedZone(from)
  const begin = { wall: start.wall + (start.offset === null ? 0 : from), zone, isDay: false }
  let walls = [begin.wall]
  for (const { name, value } of properties) {
    if (name === 'RDATE') {
      const dates = itemsOf(value).map(stampOf)
      if (dates.includes(null)) return null
      walls = walls.concat(dates.flatMap((date) => date?.wall ?? []))
    }
    if (name !== 'RRULE') continue
    const rule = ruleOf(value)
    const last = Math.min(until, rule?.until?.wall ?? until) + day
    // Only the last changes of a rule matter, and most rules are yearly. A rule with a COUNT may have ended long ago.
    const first = rule?.count === Infinity ? last - 4 * year : begin.wall
    const found = rule && occurrencesOf(rule, begin, first, last)
    if (!found) return null
    walls = walls.concat(found)
  }
  // A skipped hour uses the offset from before the change.
  return { from, changes: walls.map((wall) => ({ wall: wall + Math.max(0, to - from), to })) }
}
