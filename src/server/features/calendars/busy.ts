import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import {
  beginningsOf,
  instantOf,
  type Moment,
  momentsOf,
  ruleName,
  type Zone,
  zonesOf,
} from './occurrences.ts'
import { type Busy, limits, ReadingFault, type Stretch, type Window } from './types.ts'

/** The times within the window at which the events of these files make the host busy. */
export function busyOf(files: readonly string[], window: Window): Busy {
  const found: Stretch[] = []
  let events = 0
  for (const file of files) {
    const calendar = read(timeLines(file))
    events += calendar.getAllSubcomponents('vevent').length
    if (events > limits.events) throw new ReadingFault('too-many-events')
    for (const one of stretchesOf(calendar, window)) {
      if (found.push(one) > limits.busy) throw new ReadingFault('too-many-events')
    }
  }
  return { busy: joined(found), events: found.length }
}

function read(lines: string): ICAL.Component {
  try {
    const parsed: unknown = ICAL.parse(lines)
    // A file may contain several calendars, whose parts are merged into the first.
    const [first, ...others] = typeof (parsed as unknown[])[0] === 'string' ? [parsed] : (parsed as unknown[])
    const calendar = new ICAL.Component(first as unknown[])
    for (const other of others) {
      for (const part of new ICAL.Component(other as unknown[]).getAllSubcomponents())
        calendar.addSubcomponent(part)
    }
    return calendar
  } catch {
    // Also thrown for a file that was cut off: half of a calendar would show the remaining days as free.
    throw new ReadingFault('no-calendar')
  }
}

function* stretchesOf(calendar: ICAL.Component, window: Window): Generator<Stretch> {
  const zones = zonesOf(calendar, window.zone)
  const events = calendar.getAllSubcomponents('vevent').filter((event) => !isOurs(event))
  const changed = changesOf(events, zones)
  for (const event of events) {
    const start = firstOf(event, 'dtstart', zones)
    if (!start || isFree(event)) continue
    const lasts = lengthOf(event, start, zones)
    const isChange = event.hasProperty('recurrence-id')
    const reach = { from: window.from - longestOf(event, start, zones), until: window.until }
    const left = isChange ? none : leftOut(event, start, zones, changed.get(uidOf(event)))
    const told = new Set<number>()
    for (const begin of isChange ? [start] : beginningsOf(event, start, reach, zones)) {
      const from = instantOf(begin)
      const until = lasts(begin)
      if (until <= window.from || from >= window.until || until <= from || told.has(from) || left(begin))
        continue
      told.add(from)
      yield [Math.max(from, window.from), Math.min(until, window.until)]
    }
  }
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '')

/** A call of ours that was synced back: its present time already counts as busy here. */
const isOurs = (event: ICAL.Component) => /^[0-9a-f-]{36}@backline$/i.test(uidOf(event))

const free = ['FREE', 'WORKINGELSEWHERE']

function isFree(event: ICAL.Component): boolean {
  const said = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    said('status') === 'CANCELLED' ||
    said('transp') === 'TRANSPARENT' ||
    free.includes(said('x-microsoft-cdo-busystatus'))
  )
}

type Zones = (name: string | null) => Zone

const firstOf = (event: ICAL.Component, name: string, zones: Zones): Moment | null =>
  momentsOf(event, name, zones)[0] ?? null

/** The changed repetitions, which have events of their own, by the UID of their series. */
function changesOf(events: readonly ICAL.Component[], zones: Zones): Map<string, Moment[]> {
  const changes = new Map<string, Moment[]>()
  for (const event of events) {
    const which = firstOf(event, 'recurrence-id', zones)
    if (which) changes.set(uidOf(event), [...(changes.get(uidOf(event)) ?? []), which])
  }
  return changes
}

const none = () => false

/**
 * Whether a repetition is cancelled or replaced. An exception by day leaves out what begins on that day; files also
 * write the exception of a whole day as the instant of its midnight.
 */
function leftOut(event: ICAL.Component, start: Moment, zones: Zones, changes: readonly Moment[] = []) {
  const out = [...momentsOf(event, 'exdate', zones), ...changes]
  if (out.length === 0) return none
  const dayOf = (moment: Moment) =>
    (moment.isDay || !start.isDay ? moment.wall : start.zone.wall(instantOf(moment))).toPlainDate().toString()
  const isWhole = (moment: Moment) => moment.isDay || start.isDay
  const days = new Set(out.filter(isWhole).map(dayOf))
  const instants = new Set(out.filter((moment) => !isWhole(moment)).map(instantOf))
  return (begin: Moment) => instants.has(instantOf(begin)) || days.has(dayOf(begin))
}

/** Returns the end for a begin: days are added by the calendar, hours by the clock. */
function lengthOf(event: ICAL.Component, start: Moment, zones: Zones): (begin: Moment) => number {
  const end = firstOf(event, 'dtend', zones)
  if (end && start.isDay) {
    const days = start.wall.until(end.wall, { largestUnit: 'days' }).days
    return (begin) => begin.zone.instant(begin.wall.add({ days: Math.max(days, 1) }))
  }
  if (end) {
    const length = instantOf(end) - instantOf(start)
    return (begin) => instantOf(begin) + length
  }
  const duration = durationOf(event)
  if (duration) {
    const { weeks, days, hours, minutes, seconds } = duration
    const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000
    return (begin) => begin.zone.instant(begin.wall.add({ weeks, days })) + exact
  }
  return start.isDay ? (begin) => begin.zone.instant(begin.wall.add({ days: 1 })) : instantOf
}

function durationOf(event: ICAL.Component): Temporal.Duration | null {
  const [, , , said] = (event.getFirstProperty('duration')?.toJSON() ?? []) as unknown[]
  try {
    const duration = Temporal.Duration.from(String(said))
    return duration.sign > 0 ? duration : null
  } catch {
    return null
  }
}

/** How long before the window an event may begin and still overlap it: its length, at most a year. */
function longestOf(event: ICAL.Component, start: Moment, zones: Zones): number {
  const length = lengthOf(event, start, zones)(start) - instantOf(start)
  return Math.min(Math.max(length, 0), 366 * 24 * 3_600_000)
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: [number, number][] = []
  for (const [from, until] of stretches.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else all.push([from, until])
  }
  return all
}

const components = ['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']

const time = /:\d{8}(T\d{6}Z?)?$/i
const times = /:\d{8}[\dTZPDHMSW/,+-]*$/i
const any = /:./

/** The properties about time, and the ends that their lines may have. */
const properties: Readonly<Record<string, RegExp>> = {
  UID: any,
  DTSTART: time,
  DTEND: time,
  DURATION: /:[+-]?P[\dTDHMSW]+$/i,
  RRULE: any,
  RDATE: times,
  EXDATE: times,
  'RECURRENCE-ID': time,
  STATUS: any,
  TRANSP: any,
  'X-MICROSOFT-CDO-BUSYSTATUS': any,
  TZID: any,
  TZOFFSETFROM: any,
  TZOFFSETTO: any,
}

const edges = /^(BEGIN|END):\s*([\w-]{1,40})/i
const shape = /^([A-Za-z0-9-]{1,40})[;:]/
/** Longer lines are ignored: no time, rule or list of exceptions has so many characters. */
const longest = 20_000

/**
 * Keeps only the lines about times: texts are not needed, and contain most of the syntax errors. Components other than
 * events and zones are dropped whole, because alarms, for example, have a duration of their own.
 */
function timeLines(text: string): string {
  if (!/^\s*\uFEFF?\s*BEGIN:VCALENDAR/i.test(text.slice(0, 2000))) throw new ReadingFault('no-calendar')
  const kept: string[] = []
  let events = 0
  /** The depth within dropped components. */
  let outside = 0
  let isInEvent = false
  for (const line of unfolded(text)) {
    const [, edge, component = ''] = edges.exec(line)?.map((word) => word.toUpperCase()) ?? []
    const opens = edge?.startsWith('B') === true
    if (edge !== undefined) {
      if (opens && (outside > 0 || !components.includes(component))) outside++
      if (outside === 0) kept.push(`${edge}:${component}`)
      if (opens && outside === 0) isInEvent = component === 'VEVENT'
      if (!opens && outside > 0) outside--
      if (opens && component === 'VEVENT' && ++events > limits.events) {
        throw new ReadingFault('too-many-events')
      }
      continue
    }
    const name = shape.exec(line)?.[1]?.toUpperCase()
    if (name === undefined || line.length > longest || outside > 0 || !properties[name]?.test(line)) continue
    kept.push(name === 'RRULE' && isInEvent ? line.replace(/^RRULE/i, ruleName) : quoted(line))
  }
  return kept.join('\r\n')
}

/** Zone names such as `(UTC+01:00) Rome` need quotes, which some programs omit. */
const quoted = (line: string) => line.replace(/;TZID=([^";]*:[^";]*):([^:]*)$/i, ';TZID="$1":$2')

function* unfolded(text: string): Generator<string> {
  let line = ''
  let begin = 0
  while (begin < text.length) {
    const end = text.indexOf('\n', begin)
    const until = end === -1 ? text.length : end
    const isFolded = text[begin] === ' ' || text[begin] === '\t'
    const part = text.slice(isFolded ? begin + 1 : begin, text[until - 1] === '\r' ? until - 1 : until)
    if (isFolded) line += line.length > longest ? '' : part
    else {
      if (line) yield line
      line = part
    }
    begin = until + 1
  }
  if (line) yield line
}
