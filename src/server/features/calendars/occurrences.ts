import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { limits, ReadingFault, type Window } from './types.ts'

/** Replaces the name RRULE, because the parser would refuse a whole file for one bad rule. */
export const ruleName = 'x-rule'

/** A time as a file writes it: on the wall clock of its zone, or a whole day. */
export interface Moment {
  wall: Temporal.PlainDateTime
  zone: Zone
  isDay: boolean
}

export const instantOf = ({ wall, zone }: Moment): number => zone.instant(wall)

type Zones = (name: string | null) => Zone

/**
 * The moments of all properties of this name, such as RDATE, which may have several values each. They are read from the
 * raw values, because the parser's own times look for a zone and fail with a bad one. Invalid times are left out.
 */
export function momentsOf(event: ICAL.Component, name: string, zones: Zones): Moment[] {
  return event.getAllProperties(name).flatMap((property) => {
    const [, parameters, , ...values] = property.toJSON() as [
      string,
      { tzid?: unknown },
      string,
      ...unknown[],
    ]
    const tzid = typeof parameters.tzid === 'string' ? parameters.tzid : null
    return values.flatMap(
      (value) => momentOf(String(Array.isArray(value) ? value[0] : value), tzid, zones) ?? [],
    )
  })
}

function momentOf(text: string, tzid: string | null, zones: Zones): Moment | null {
  const isDay = !text.includes('T')
  try {
    const wall = Temporal.PlainDateTime.from(text.replace(/Z$/, ''))
    return { wall, zone: text.endsWith('Z') ? utc : zones(isDay ? null : tzid), isDay }
  } catch {
    return null
  }
}

/** The beginnings of an event, by itself and by its rules, from `from` to `until`, unordered. */
export function beginningsOf(
  event: ICAL.Component,
  start: Moment,
  { from, until }: Pick<Window, 'from' | 'until'>,
  zones: Zones,
): Moment[] {
  const walls = [from, until].map((at) => utc.wall(at).toZonedDateTime('UTC')) as [
    Temporal.ZonedDateTime,
    Temporal.ZonedDateTime,
  ]
  // The rule counts on the wall clock, which differs from UTC by at most 15 hours.
  const [first, last] = [walls[0].subtract({ hours: 15 }), walls[1].add({ hours: 15 })]
  const ruled = event.getAllProperties(ruleName).flatMap((property) => {
    const rule = ruleOf(String((property.toJSON() as unknown[])[3]), start)
    return rule ? steps(() => rule.between(first, last, true)) : []
  })
  return [
    start,
    ...ruled.map((at) => ({ ...start, wall: at.toPlainDateTime() })),
    ...momentsOf(event, 'rdate', zones).map((moment) => (start.isDay ? { ...moment, isDay: true } : moment)),
  ]
}

/** A rule on a wall clock without clock changes; null if it cannot be parsed. */
function ruleOf(text: string, { wall, zone, isDay }: Moment): RRuleTemporal | null {
  try {
    // UNTIL should be an instant; some programs write a day or a local time.
    const rule = text.replace(
      /UNTIL=(\d{8})(?:T(\d{6})(Z?))?/i,
      (_, day: string, time?: string, z?: string) => {
        const said = Temporal.PlainDateTime.from(`${day}T${time ?? '235959'}`)
        const ends = time && z && !isDay ? zone.wall(utc.instant(said)) : said
        return `UNTIL=${ends.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}Z`
      },
    )
    return new RRuleTemporal({
      rruleString: `RRULE:${rule}`,
      dtstart: wall.toZonedDateTime('UTC'),
      temporal: Temporal,
      maxIterations: limits.steps,
    })
  } catch {
    return null
  }
}

/** A valid rule fails only by exceeding the limit of steps. */
function steps<Found>(find: () => Found[]): Found[] {
  try {
    return find()
  } catch {
    throw new ReadingFault('too-many-events')
  }
}

/** Turns a time on the wall clock into an instant, in milliseconds, and back. */
export interface Zone {
  instant(wall: Temporal.PlainDateTime): number
  wall(instant: number): Temporal.PlainDateTime
}

/** A zone of the time zone database. Skipped and repeated times are resolved as RFC 5545 says. */
const namedZone = (id: string): Zone => ({
  instant: (wall) => wall.toZonedDateTime(id, { disambiguation: 'compatible' }).epochMilliseconds,
  wall: (instant) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id).toPlainDateTime(),
})

const utc = namedZone('UTC')

const describedZone = (component: ICAL.Component): Zone => {
  const timezone = new ICAL.Timezone(component)
  const offset = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime) =>
    timezone.utcOffset(new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, timezone)) *
    1000
  const instant = (wall: Temporal.PlainDateTime) => utc.instant(wall) - offset(wall)
  return {
    instant,
    wall(at) {
      // Near a clock change the offset is ambiguous: the right one converts back to the same instant.
      const near = [0, -3_600_000, 3_600_000].map((shift) => utc.wall(at + offset(utc.wall(at + shift))))
      return near.find((wall) => instant(wall) === at) ?? utc.wall(at)
    },
  }
}

/** The IANA zone for a name of a program: the IANA name itself, alone or at the end of a path, or Microsoft's name. */
function known(name: string): string | null {
  const plain = name.replace(/^"|"$/g, '').trim()
  if (/^(tzone:\/\/Microsoft\/)?(utc|gmt|z|etc\/utc)$/i.test(plain)) return 'UTC'
  // Intl knows abbreviations as zones without summer time, which is not what the file means.
  const isFull = (zone: string) => zone.includes('/') && isTimeZone(zone)
  const parts = plain.split('/')
  for (let from = 0; from < parts.length - 1; from++) {
    const tail = parts.slice(from).join('/')
    if (isFull(tail)) return tail
  }
  return findIana(plain.replace(/^tzone:\/\/Microsoft\//i, '')).find(isTimeZone) ?? null
}

/**
 * The zones of one file by its names. A known name wins over the file's own table, which programs shorten or leave
 * outdated; without either the host's zone applies.
 */
export function zonesOf(calendar: ICAL.Component, host: string): (name: string | null) => Zone {
  const tables = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => [String(one.getFirstPropertyValue('tzid')), one]),
  )
  const own = namedZone(host)
  const zones = new Map<string, Zone>()
  const find = (name: string): Zone => {
    const id = known(name)
    const table = tables.get(name)
    return id ? namedZone(id) : table ? describedZone(table) : own
  }
  return (name) => {
    if (name === null) return own
    const zone = zones.get(name) ?? find(name)
    zones.set(name, zone)
    return zone
  }
}
