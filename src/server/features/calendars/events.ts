import type { UnreadReason } from '#shared/contract/calendars.ts'
import type { Part, Property } from './lines.ts'
import { type Dated, fixedZone, instantOf, type Moment, momentIn, type Zone } from './moments.ts'
import { type Duration, day, durationOf, itemsOf, type Rule, ruleOf, stampOf } from './values.ts'
import type { FoundZone } from './zone-names.ts'
import type { Zones } from './zones.ts'

/** The end, as an instant, of what begins then, at that instant: days are added by the calendar, hours by the clock. */
type EndOf = (begin: Moment, at: number) => number

/** A time that a file adds; `endOf` if it has a length of its own. */
export interface Added {
  begin: Dated
  endOf: EndOf | null
}

/** When a host is busy by one event, and which other events with its UID it changes. */
export interface Event {
  uid: string
  sequence: number
  /** When this version was written. */
  stamp: string
  start: Moment
  endOf: EndOf
  /** About how long it lasts, in milliseconds by the clock. */
  length: number
  rules: Rule[]
  exceptRules: Rule[]
  added: Added[]
  leftOut: Dated[]
  /** The repetition that it replaces, and whether it changes all that follow. */
  change: Dated | null
  isChangeToAll: boolean
  isFree: boolean
  /** Why it was not fully read. */
  unread: UnreadReason | null
}

/** The zones that apply to one calendar. */
export interface Places {
  named: Zones
  /** For a time without a zone. */
  floating: FoundZone
  /** The host's, in which whole days count. */
  host: Zone
}

/** One reading of an entry, with what it could not understand so far. */
interface Look {
  places: Places
  doubts: UnreadReason[]
}

/** An event of which it cannot be told when it begins or ends. */
interface Unreadable {
  begins: Moment | null
  isFree: boolean
  unread: UnreadReason
}

export function eventOf({ properties }: Part, places: Places): Event | Unreadable {
  const look: Look = { places, doubts: [] }
  const first = (name: string) => properties.find((property) => property.name === name)
  const said = (name: string) => first(name)?.value ?? ''
  const isFree = isMarkedFree(said)
  const begin = first('DTSTART')
  const start = begin ? startOf(look, begin) : null
  if (!start) return { begins: start, isFree, unread: 'start' }
  const lasts = lengthOf(look, start, first('DTEND'), first('DURATION'))
  if (!lasts) return { begins: start, isFree, unread: 'end' }
  const which = first('RECURRENCE-ID')
  const change = which ? datedOf(look, which, which.value, 'dates') : null
  const range = which && /[;:]\s*RANGE\s*=\s*"?([A-Z]+)/.exec(which.parameters)?.[1]
  if (range && range !== 'THISANDFUTURE') look.doubts.push('rule')
  return {
    // A change of nobody knows which repetition leaves its series as it is.
    uid: which && !change ? '' : said('UID'),
    sequence: Number.parseInt(said('SEQUENCE'), 10) || 0,
    stamp: said('DTSTAMP'),
    start,
    ...lasts,
    rules: rulesOf(look, properties, 'RRULE'),
    exceptRules: rulesOf(look, properties, 'EXRULE'),
    added: listed(properties, 'RDATE').flatMap(
      ([property, item]) => periodOf(look, property, item, 'dates') ?? [],
    ),
    leftOut: listed(properties, 'EXDATE').flatMap(
      ([property, item]) => datedOf(look, property, item, 'dates') ?? [],
    ),
    change,
    isChangeToAll: range === 'THISANDFUTURE',
    isFree,
    unread: look.doubts[0] ?? null,
  }
}

/** A busy time of a file that says only these; a reason if it cannot be read; null if the time is free. */
export function busyTimesOf({ properties }: Part, places: Places): (Added | UnreadReason)[] {
  const busy = properties.filter(({ parameters }) => !/[;:]\s*FBTYPE\s*=\s*"?FREE\b/.test(parameters))
  return listed(busy, 'FREEBUSY').map(([property, item]) => {
    const look: Look = { places, doubts: [] }
    const period = periodOf(look, property, item, 'period')
    return period?.endOf ? period : (look.doubts[0] ?? 'period')
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

function startOf(look: Look, property: Property): Moment | null {
  const dated = datedOf(look, property, property.value, 'start')
  if (!dated) return null
  const { host, floating } = look.places
  if (dated.zone !== null || dated.isDay) return momentIn(dated, host)
  if (!floating.isKnown) look.doubts.push('zone')
  return momentIn(dated, floating.zone)
}

const isDate = /[;:]\s*VALUE\s*=\s*"?DATE\b(?!-)/

function datedOf(
  look: Look,
  { zone, parameters }: Property,
  value: string,
  doubt: UnreadReason,
): Dated | null {
  const stamp = stampOf(value)
  if (!stamp) {
    look.doubts.push(doubt)
    return null
  }
  const { wall, offset } = stamp
  // Some programs write the midnight of a day.
  const isDay = stamp.isDay || (isDate.test(parameters) && wall % day === 0)
  if (offset !== null && !isDay) return { wall, isDay, zone: fixedZone(offset) }
  if (zone === null) return { wall, isDay, zone: null }
  const found = look.places.named(zone)
  if (!found.isKnown) look.doubts.push('zone')
  return { wall, isDay, zone: found.zone }
}

/** The values of all these properties, each of which may have several. */
const listed = (properties: readonly Property[], name: string): [Property, string][] =>
  properties
    .filter((property) => property.name === name)
    .flatMap((property) => itemsOf(property.value).map((item): [Property, string] => [property, item]))

function rulesOf(look: Look, properties: readonly Property[], name: string): Rule[] {
  return properties.flatMap((property) => {
    if (property.name !== name) return []
    const rule = ruleOf(property.value)
    if (!rule) look.doubts.push('rule')
    return rule ?? []
  })
}

/** A time alone, or with its end or its length: `<begin>/<end>`, `<begin>/<length>`. */
function periodOf(look: Look, property: Property, item: string, doubt: UnreadReason): Added | null {
  const [first = '', second] = item.split('/')
  const begin = datedOf(look, property, first, doubt)
  if (!begin || second === undefined) return begin && { begin, endOf: null }
  const duration = durationOf(second)
  if (duration) return { begin, endOf: afterDuration(duration) }
  const end = datedOf(look, property, second, doubt)
  if (!end) return null
  if (end.wall < begin.wall) look.doubts.push(doubt)
  return { begin, endOf: (from, at) => fromTo(from, momentIn(end, from.zone))(from, at) }
}

/** Null if the end is missing though the file has one, or lies before the start. */
function lengthOf(
  look: Look,
  start: Moment,
  end: Property | undefined,
  lasting: Property | undefined,
): { endOf: EndOf; length: number } | null {
  const found = end && stampOf(end.value) && datedOf(look, end, end.value, 'end')
  if (found) {
    const until = momentIn(found, start.zone)
    const isBackwards =
      until.zone === start.zone ? until.wall < start.wall : instantOf(until) < instantOf(start)
    return isBackwards
      ? null
      : { endOf: fromTo(start, until), length: Math.max(start.isDay ? day : 0, until.wall - start.wall) }
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

function fromTo(start: Moment, end: Moment): EndOf {
  if (start.isDay)
    return afterDuration({ days: Math.max(1, Math.ceil((end.wall - start.wall) / day)), exact: 0 })
  let length: number | undefined
  return (_, at) => {
    length ??= instantOf(end) - instantOf(start)
    return at + length
  }
}
