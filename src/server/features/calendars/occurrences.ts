import type ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { ReadingFault } from './fault.ts'
import { limits } from './policy.ts'
import { ruleName } from './time-lines.ts'
import type { Window } from './types.ts'
import { utc, type Zone } from './zones.ts'

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
