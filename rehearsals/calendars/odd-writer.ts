import {
  type BusyTime,
  day,
  type EventSeries,
  instantOf,
  type Occurrence,
  type RandomChoices,
  window,
} from './generator.ts'
import { offsetAt, stampText, tableOf, wallOf, zones } from './zone-styles.ts'

/** The style in which a program writes a calendar. */
interface WriterStyle {
  zone: keyof typeof zoneStyles
  time: keyof typeof timeStyles
  day: keyof typeof dayStyles
  exception: 'same' | 'instant' | 'day' | 'midnight' | 'UTC midnight'
  until: 'instant' | 'local' | 'date' | 'dashed date' | 'end of day'
  rule: keyof typeof ruleStyles
  end: 'end' | 'length' | 'none'
  lists: boolean
  version: 'one' | 'older first' | 'older last' | 'cancelled' | 'free'
}

const plainStyle: WriterStyle = {
  zone: 'name',
  time: 'plain',
  day: 'plain',
  exception: 'same',
  until: 'instant',
  rule: 'plain',
  end: 'end',
  lists: false,
  version: 'one',
}

const namesOf = (zone: string) => zones.find(([id]) => id === zone) ?? [zone, '', '']

const zoneStyles = {
  name: (zone: string) => zone,
  quoted: (zone: string) => `"${zone}"`,
  path: (zone: string) => `/mozilla.org/20070129_1/${zone}`,
  windows: (zone: string) => namesOf(zone)[1],
  label: (zone: string) => `"${namesOf(zone)[2]}"`,
  'bare label': (zone: string) => namesOf(zone)[2],
  cities: (zone: string) => namesOf(zone)[2].replace(/^\(.*?\) /, ''),
  'own table': () => 'Zone 1',
  'table of another': (zone: string) => (zone === 'America/New_York' ? 'Europe/Berlin' : 'America/New_York'),
  floating: () => '',
  instant: () => '',
  offset: () => '',
}

const timeStyles = {
  plain: (text: string) => text,
  'without seconds': (text: string) => text.slice(0, 13),
  dashes: (text: string) => text.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6'),
  'blank for T': (text: string) => text.replace('T', ' '),
  'lower case': (text: string) => text.toLowerCase(),
}

const dayStyles = {
  plain: (date: string) => `;VALUE=DATE:${date}`,
  'without VALUE': (date: string) => `:${date}`,
  'dashed date': (date: string) => `;VALUE=DATE:${date.replace(/(....)(..)(..)/, '$1-$2-$3')}`,
  'midnight as date': (date: string) => `;VALUE=DATE:${date}T000000`,
  'date with zone': (date: string, zone: string) => `;TZID=${zone}:${date}`,
}

const ruleStyles = {
  plain: (rule: string) => rule,
  blanks: (rule: string) => ` ${rule.replaceAll(',', ', ').replaceAll(';', '; ')}`,
  'lower-case rule': (rule: string) => rule.toLowerCase(),
  'ends with semicolon': (rule: string) => `${rule};`,
  'name twice': (rule: string) => `RRULE:${rule}`,
}

function styleOf(dice: RandomChoices, { rule, isDay, zone, minutes }: EventSeries): WriterStyle {
  const keys = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[]
  const odd = <Item>(usual: Item, items: readonly Item[]) => (dice.chance(45) ? usual : dice.pick(items))
  const isLabelled = namesOf(zone)[2] !== ''
  const zoneNames = keys(zoneStyles).filter((name) =>
    ['label', 'bare label', 'cities'].includes(name) ? isLabelled : rule === null || !/instant|offset/.test(name),
  )
  return {
    zone: odd('name', zoneNames),
    time: odd('plain', keys(timeStyles)),
    day: odd('plain', keys(dayStyles)),
    exception: odd('same', isDay ? ['same', 'midnight', 'UTC midnight', 'instant'] : ['same', 'instant', 'day']),
    until: odd('instant', isDay ? ['date', 'dashed date', 'end of day'] : ['instant', 'local', 'date', 'dashed date']),
    rule: odd('plain', keys(ruleStyles)),
    end: dice.pick(isDay && minutes === 1440 ? ['end', 'length', 'none'] : ['end', 'length']),
    lists: dice.chance(50),
    version: rule === null ? odd('one', ['one', 'older first', 'older last', 'cancelled', 'free']) : 'one',
  }
}

/** Writes a series in the style of a calendar program or, if `dice` is null, in the style of the standard. */
export function writeSeries(series: EventSeries, dice: RandomChoices | null): { lines: string[]; isOff: boolean } {
  const style = dice ? styleOf(dice, series) : plainStyle
  const { zone, isDay } = series
  const head: string[] = []
  if (style.zone === 'floating' && !isDay) head.push(`X-WR-TIMEZONE:${zone}`)
  if (style.zone === 'own table') head.push(...tableOf(zone, 'Zone 1'))
  if (style.zone === 'table of another') head.push(...tableOf(zone, zoneStyles[style.zone](zone)))
  const versions = writeVersions(series, style)
  const changes = series.occurrences.filter(
    ({ state, ruled }) =>
      state === 'moved' || state === 'cancelled' || (state === 'later' && ruled === firstLater(series)),
  )
  const events = [...versions, ...changes.map((one) => writeChange(series, style, one))]
  if (dice?.chance(30)) events.reverse()
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    'UID:made',
    'DTSTAMP:20261001T000000Z',
    ...event,
    'END:VEVENT',
  ])
  const isOff = style.version === 'cancelled' || style.version === 'free'
  return { lines: inCalendar([...head, ...lines]), isOff }
}

const inCalendar = (lines: readonly string[]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Made//EN',
  ...lines,
  'END:VCALENDAR',
]

const firstLater = ({ occurrences }: EventSeries) => occurrences.find(({ state }) => state === 'later')?.ruled

/** Returns the current version of the series and, for some series, an older version that no longer counts. */
function writeVersions(series: EventSeries, style: WriterStyle): string[][] {
  const { start, minutes, version } = { ...series, version: style.version }
  const now = [...writeTimes(series, style, start, minutes), ...writeRule(series, style)]
  if (version === 'free') return [[...now, 'TRANSP:TRANSPARENT']]
  if (version === 'one') return [now]
  const before = [...writeTimes(series, style, start + (series.isDay ? day : 7_200_000), minutes), 'SEQUENCE:1']
  const present = [...now, 'SEQUENCE:3', ...(version === 'cancelled' ? ['STATUS:CANCELLED'] : [])]
  return version === 'older last' ? [present, before] : [before, present]
}

function writeRule(series: EventSeries, style: WriterStyle): string[] {
  const { rule, until, zone, occurrences, isDay } = series
  if (rule === null) return []
  const ending = until === null ? '' : `;UNTIL=${untilText(until, zone, isDay, style.until)}`
  const without = occurrences.flatMap(({ state, ruled }) => (state === 'left out' && ruled !== null ? [ruled] : []))
  const added = occurrences.filter(({ state }) => state === 'added')
  const exceptions = without.map((wall) => exceptionText(series, style, wall))
  return [
    `RRULE:${ruleStyles[style.rule](rule + ending)}`,
    ...listed('EXDATE', exceptions, style.lists),
    ...added.map(({ wall, minutes }) => `RDATE${addedText(series, style, wall, minutes)}`),
  ]
}

function untilText(wall: number, zone: string, isDay: boolean, how: WriterStyle['until']): string {
  const date = stampText(wall).slice(0, 8)
  if (how === 'date' || (isDay && how === 'instant')) return date
  if (how === 'dashed date') return date.replace(/(....)(..)(..)/, '$1-$2-$3')
  if (how === 'local') return stampText(wall)
  return `${stampText(instantOf(wall + (how === 'end of day' ? day : 0), zone) - (how === 'end of day' ? 1000 : 0))}Z`
}

/**
 * If the values of a property have the same parameters, writes them on one line; otherwise, writes each value on a
 * separate line.
 */
function listed(name: string, values: readonly string[], asList: boolean): string[] {
  if (!asList || values.length === 0) return values.map((value) => name + value)
  const before = /^.*?:(?=\d{4}-?\d)/.exec(values[0] ?? '')?.[0] ?? ''
  return [name + before + values.map((value) => value.slice(before.length)).join(', ')]
}

function exceptionText(series: EventSeries, style: WriterStyle, wall: number): string {
  const { isDay, zone } = series
  const date = stampText(wall).slice(0, 8)
  if (style.exception === 'instant') return `:${stampText(instantOf(wall, zone))}Z`
  if (style.exception === 'day') return `;VALUE=DATE:${date}`
  if (style.exception === 'midnight') return `;TZID=${zone}:${date}T000000`
  if (style.exception === 'UTC midnight') return `:${date}T000000Z`
  return isDay ? dayStyles[style.day](date, zone) : timeText(series, style, wall)
}

function addedText(series: EventSeries, style: WriterStyle, wall: number, minutes: number): string {
  if (series.isDay) return dayStyles[style.day](stampText(wall).slice(0, 8), series.zone)
  if (minutes === series.minutes) return timeText(series, style, wall)
  const [parameters, time] = timeParts(series, style, wall)
  const until = instantOf(wall, series.zone) + minutes * 60_000
  const end = wallOf(until, series.zone)
  const isEnd = style.end === 'end' && instantOf(end, series.zone) === until
  return `;VALUE=PERIOD${parameters}:${time}/${isEnd ? timeParts(series, style, end)[1] : `PT${minutes}M`}`
}

const timeText = (series: EventSeries, style: WriterStyle, wall: number) => timeParts(series, style, wall).join(':')

function timeParts({ zone }: EventSeries, style: WriterStyle, wall: number): [parameters: string, time: string] {
  const form = timeStyles[style.time]
  const instant = instantOf(wall, zone)
  if (style.zone === 'instant') return ['', `${form(stampText(instant))}Z`]
  if (style.zone === 'offset') return ['', form(stampText(wallOf(instant, zone))) + offsetAt(instant, zone)]
  const name = zoneStyles[style.zone](zone)
  return [name && `;TZID=${name}`, form(stampText(wall))]
}

/** Writes the start, and either the end or the duration. */
function writeTimes(series: EventSeries, style: WriterStyle, wall: number, minutes: number): string[] {
  const { isDay, zone } = series
  if (isDay) {
    const date = (at: number) => dayStyles[style.day](stampText(at).slice(0, 8), zone)
    const lasts = {
      end: [`DTEND${date(wall + minutes * 60_000)}`],
      length: [`DURATION:P${minutes / 1440}D`],
      none: [],
    }
    return [`DTSTART${date(wall)}`, ...lasts[style.end]]
  }
  const start = `DTSTART${timeText(series, style, wall)}`
  const until = instantOf(wall, zone) + minutes * 60_000
  const end = wallOf(until, zone)
  // An end time cannot refer to the second occurrence of a local time in a repeated hour.
  const isEnd = style.end === 'end' && instantOf(end, zone) === until
  return [start, isEnd ? `DTEND${timeText(series, style, end)}` : `DURATION:PT${minutes}M`]
}

function writeChange(series: EventSeries, style: WriterStyle, { wall, minutes, ruled, state }: Occurrence): string[] {
  const which = exceptionText(series, style.exception === 'day' ? { ...style, exception: 'same' } : style, ruled ?? 0)
  const range = state === 'later' ? ';RANGE=THISANDFUTURE' : ''
  const status = state === 'cancelled' ? ['STATUS:CANCELLED'] : []
  return [`RECURRENCE-ID${range}${which}`, ...writeTimes(series, style, wall, minutes), ...status]
}

/** Writes these busy times as a free/busy file. */
export function writeBusyTimes(busy: readonly BusyTime[], dice: RandomChoices): string[] {
  const kinds = [';FBTYPE=BUSY', ';FBTYPE=BUSY-UNAVAILABLE', ';FBTYPE=BUSY-TENTATIVE', ';FBTYPE="BUSY"', '']
  const lines = busy.map(([from, until]) => {
    const end = dice.chance(50) ? `${stampText(until)}Z` : `PT${(until - from) / 60_000}M`
    return `FREEBUSY${dice.pick(kinds)}:${stampText(from)}Z/${end}`
  })
  const free = `FREEBUSY;FBTYPE=FREE:${stampText(window.from)}Z/P60D`
  return inCalendar(['BEGIN:VFREEBUSY', 'UID:made', ...lines, free, 'END:VFREEBUSY'])
}

const endings = ['\r\n', '\n', '\r\r\n', '\r', '\r\n\r\n']
const encodings = ['utf8', 'utf8 with mark', 'utf16le', 'utf16le with mark', 'utf16be with mark'] as const

/** Writes the lines as a file: folded, with trailing blanks and alarms, and with various line endings and encodings. */
export function writeFile(lines: readonly string[], dice: RandomChoices): Uint8Array {
  const ending = dice.chance(50) ? '\r\n' : dice.pick(endings)
  const encoding = dice.chance(70) ? 'utf8' : dice.pick(encodings)
  const blank = dice.chance(20) ? ' '.repeat(dice.int(1, 3)) : ''
  const isFolded = dice.chance(30)
  const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:PT5M', 'DTSTART:20270101T000000Z', 'END:VALARM']
  const all = lines.flatMap((line) => (line === 'END:VEVENT' && dice.chance(20) ? [...alarm, line] : [line]))
  const text = all
    .map((line) => (isFolded && line.length > 20 ? fold(line, dice.int(9, 18), ending) : line) + blank + ending)
    .join('')
  const bytes = Buffer.from(
    (encoding.includes('mark') ? '\uFEFF' : '') + text,
    encoding.startsWith('utf16') ? 'utf16le' : 'utf8',
  )
  if (encoding.startsWith('utf16be')) bytes.swap16()
  return bytes
}

const fold = (line: string, at: number, ending: string) => `${line.slice(0, at)}${ending} ${line.slice(at)}`
