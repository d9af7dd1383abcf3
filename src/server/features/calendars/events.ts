import type { UnreadReason } from '#shared/contract/calendars.ts'
import type { CalendarComponent, CalendarProperty } from './lines.ts'
import { type DatedTime, fixedZone, instantOf, momentIn, type ZoneConverter, type ZonedTime } from './moments.ts'
import { type CalendarRule, type Duration, day, durationOf, itemsOf, ruleOf, stampOf } from './values.ts'
import type { FoundZone } from './zone-names.ts'
import type { ZoneResolver } from './zones.ts'

/**
 * Returns the instant at which an occurrence ends. `at` is the instant at which the occurrence starts. Days in a
 * duration are calendar days, not periods of 24 hours.
 */
type EndOf = (begin: ZonedTime, at: number) => number

/** An added occurrence; `endOf` is null if the occurrence has the event's length. */
export interface AddedOccurrence {
  begin: DatedTime
  endOf: EndOf | null
}

/** An event's times, and its changes to other events with the same UID. */
export interface ParsedEvent {
  uid: string
  sequence: number
  /** The time at which this version was written. */
  stamp: string
  start: ZonedTime
  endOf: EndOf
  /** The approximate length in milliseconds. */
  length: number
  rules: CalendarRule[]
  exceptRules: CalendarRule[]
  added: AddedOccurrence[]
  excluded: DatedTime[]
  /** The occurrence that this event replaces. `changesLater`: the event also changes all later occurrences. */
  change: DatedTime | null
  changesLater: boolean
  isFree: boolean
  /** The reason the event was not read completely. */
  unread: UnreadReason | null
}

/** The time zones of one calendar. */
export interface ZoneContext {
  named: ZoneResolver
  /** The time zone for times that do not specify one. */
  floating: FoundZone
  /** The host's zone, which applies to days without a zone. */
  host: ZoneConverter
}

/** The zones for one entry, and the entry's problems. */
interface EntryContext {
  zones: ZoneContext
  problems: UnreadReason[]
}

/** An event whose start or end is not known. */
interface UnreadableEvent {
  begins: ZonedTime | null
  isFree: boolean
  unread: UnreadReason
}

export function eventOf({ properties }: CalendarComponent, zones: ZoneContext): ParsedEvent | UnreadableEvent {
  const entry: EntryContext = { zones, problems: [] }
  const first = (name: string) => properties.find((property) => property.name === name)
  const said = (name: string) => first(name)?.value ?? ''
  const isFree = isMarkedFree(said)
  const begin = first('DTSTART')
  const start = begin ? startOf(entry, begin) : null
  if (!start) return { begins: start, isFree, unread: 'start' }
  const lasts = lengthOf(entry, start, first('DTEND'), first('DURATION'))
  if (!lasts) return { begins: start, isFree, unread: 'end' }
  const which = first('RECURRENCE-ID')
  const change = which ? datedOf(entry, which, which.value, 'dates') : null
  const range = which && /[;:]\s*RANGE\s*=\s*"?([A-Z]+)/.exec(which.parameters)?.[1]
  if (range && range !== 'THISANDFUTURE') entry.problems.push('rule')
  return {
    // If an event changes an unknown occurrence, it must not affect the series.
    uid: which && !change ? '' : said('UID'),
    sequence: Number.parseInt(said('SEQUENCE'), 10) || 0,
    stamp: said('DTSTAMP'),
    start,
    ...lasts,
    rules: rulesOf(entry, properties, 'RRULE'),
    exceptRules: rulesOf(entry, properties, 'EXRULE'),
    added: valuesOf(properties, 'RDATE').flatMap(([property, item]) => periodOf(entry, property, item, 'dates') ?? []),
    excluded: valuesOf(properties, 'EXDATE').flatMap(
      ([property, item]) => datedOf(entry, property, item, 'dates') ?? [],
    ),
    change,
    changesLater: range === 'THISANDFUTURE',
    isFree,
    unread: entry.problems[0] ?? null,
  }
}

/**
 * Returns the busy times of a VFREEBUSY component. If a time cannot be read, the result contains the reason instead.
 */
export function busyTimesOf({ properties }: CalendarComponent, zones: ZoneContext): (AddedOccurrence | UnreadReason)[] {
  const busy = properties.filter(({ parameters }) => !/[;:]\s*FBTYPE\s*=\s*"?FREE\b/.test(parameters))
  return valuesOf(busy, 'FREEBUSY').map(([property, item]) => {
    const entry: EntryContext = { zones, problems: [] }
    const period = periodOf(entry, property, item, 'period')
    return period?.endOf ? period : (entry.problems[0] ?? 'period')
  })
}

const freeWords = ['FREE', 'WORKINGELSEWHERE']

function isMarkedFree(said: (name: string) => string): boolean {
  const word = (name: string) => said(name).toUpperCase()
  return (
    word('STATUS') === 'CANCELLED' ||
    word('TRANSP') === 'TRANSPARENT' ||
    freeWords.includes(word('X-MICROSOFT-CDO-BUSYSTATUS'))
  )
}

function startOf(entry: EntryContext, property: CalendarProperty): ZonedTime | null {
  const dated = datedOf(entry, property, property.value, 'start')
  if (!dated) return null
  const { host, floating } = entry.zones
  if (dated.zone !== null || dated.isDay) return momentIn(dated, host)
  if (!floating.isKnown) entry.problems.push('zone')
  return momentIn(dated, floating.zone)
}

const isDate = /[;:]\s*VALUE\s*=\s*"?DATE\b(?!-)/

function datedOf(
  entry: EntryContext,
  { zone, parameters }: CalendarProperty,
  value: string,
  problem: UnreadReason,
): DatedTime | null {
  const stamp = stampOf(value)
  if (!stamp) {
    entry.problems.push(problem)
    return null
  }
  const { wall, offset } = stamp
  // Some programs write a day as midnight of that day.
  const isDay = stamp.isDay || (isDate.test(parameters) && wall % day === 0)
  if (offset !== null && !isDay) return { wall, isDay, zone: fixedZone(offset) }
  if (zone === null) return { wall, isDay, zone: null }
  const found = entry.zones.named(zone)
  if (!found.isKnown) entry.problems.push('zone')
  return { wall, isDay, zone: found.zone }
}

/** Returns all values of the properties with this name. A property can have several values. */
const valuesOf = (properties: readonly CalendarProperty[], name: string): [CalendarProperty, string][] =>
  properties
    .filter((property) => property.name === name)
    .flatMap((property) => itemsOf(property.value).map((item): [CalendarProperty, string] => [property, item]))

function rulesOf(entry: EntryContext, properties: readonly CalendarProperty[], name: string): CalendarRule[] {
  return properties.flatMap((property) => {
    if (property.name !== name) return []
    const rule = ruleOf(property.value)
    if (!rule) entry.problems.push('rule')
    return rule ?? []
  })
}

/** Parses `<begin>`, `<begin>/<end>` or `<begin>/<duration>`. */
function periodOf(
  entry: EntryContext,
  property: CalendarProperty,
  item: string,
  problem: UnreadReason,
): AddedOccurrence | null {
  const [first = '', second] = item.split('/')
  const begin = datedOf(entry, property, first, problem)
  if (!begin || second === undefined) return begin && { begin, endOf: null }
  const duration = durationOf(second)
  if (duration) return { begin, endOf: afterDuration(duration) }
  const end = datedOf(entry, property, second, problem)
  if (!end) return null
  if (end.wall < begin.wall) entry.problems.push(problem)
  return { begin, endOf: (from, at) => endAfterLengthOf(from, momentIn(end, from.zone))(from, at) }
}

/** Null if the end or duration cannot be parsed, or if the end is before the start. */
function lengthOf(
  entry: EntryContext,
  start: ZonedTime,
  end: CalendarProperty | undefined,
  lasting: CalendarProperty | undefined,
): { endOf: EndOf; length: number } | null {
  const found = end && stampOf(end.value) && datedOf(entry, end, end.value, 'end')
  if (found) {
    const until = momentIn(found, start.zone)
    const isBackwards = until.zone === start.zone ? until.wall < start.wall : instantOf(until) < instantOf(start)
    return isBackwards
      ? null
      : {
          endOf: endAfterLengthOf(start, until),
          length: Math.max(start.isDay ? day : 0, until.wall - start.wall),
        }
  }
  const duration = lasting && durationOf(lasting.value)
  if (duration) return { endOf: afterDuration(duration), length: duration.days * day + duration.exact }
  if (end || lasting) return null
  return start.isDay
    ? { endOf: afterDuration({ days: 1, exact: 0 }), length: day }
    : { endOf: (_, at) => at, length: 0 }
}

const afterDuration =
  ({ days, exact }: Duration): EndOf =>
  ({ wall, zone }, at) =>
    (days === 0 ? at : zone.instant(wall + days * day)) + exact

function endAfterLengthOf(start: ZonedTime, end: ZonedTime): EndOf {
  if (start.isDay) return afterDuration({ days: Math.max(1, Math.ceil((end.wall - start.wall) / day)), exact: 0 })
  let length: number | undefined
  return (_, at) => {
    length ??= instantOf(end) - instantOf(start)
    return at + length
  }
}
