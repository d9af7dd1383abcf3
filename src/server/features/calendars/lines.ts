import { limits, ReadingError } from './types.ts'

/** A property that affects busy times. White space and quotes around the parts of the property are removed. */
export interface CalendarProperty {
  /** The property's name, in upper case. */
  name: string
  /** The name of the property's time zone, or null. */
  zone: string | null
  /** The other parameters, in upper case. */
  parameters: string
  value: string
}

/** A component of a calendar file, such as an event, with the properties and components that affect busy times. */
export interface CalendarComponent {
  kind: string
  properties: CalendarProperty[]
  parts: CalendarComponent[]
}

const entryKinds = ['VEVENT', 'VFREEBUSY', 'VAVAILABILITY']
/** If one of these components begins inside another, the END line of the outer component is missing. */
const siblings = [...entryKinds, 'VTIMEZONE', 'VTODO', 'VJOURNAL']
const kinds = ['VCALENDAR', ...entryKinds, 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']

const datedNames = ['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE', 'FREEBUSY']
const names = [
  ...datedNames,
  ...['UID', 'SEQUENCE', 'DTSTAMP', 'DURATION', 'RRULE', 'EXRULE', 'STATUS', 'TRANSP'],
  ...['X-MICROSOFT-CDO-BUSYSTATUS', 'X-WR-TIMEZONE', 'TIMEZONE-ID', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO'],
]

const componentEdge = /^\s*(BEGIN|END)\s*:\s*([\w-]{1,40})/i
const named = new RegExp(`^\\s*(${names.join('|')})\\s*(?=[;:])`, 'i')

/** Decodes UTF-8, or UTF-16 with a byte order mark or with a zero byte in the first character. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && second) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder(first && second === 0 ? 'utf-16le' : 'utf-8').decode(bytes)
}

/**
 * Returns the calendars of a file, which may contain several. Ignores lines that do not affect times, because most
 * syntax errors are in these lines. Throws if the file is not a calendar or was cut off, because the missing days
 * would be shown as available.
 */
export function calendarsOf(text: string): CalendarComponent[] {
  const calendars: CalendarComponent[] = []
  const open: CalendarComponent[] = []
  let entries = 0
  for (const line of unfoldLines(text)) {
    const [, edge, word] = componentEdge.exec(line) ?? []
    const kind = word?.toUpperCase()
    const isFirst = calendars.length === 0 && line.trim() !== ''
    if (isFirst && (kind !== 'VCALENDAR' || edge?.length !== 5)) break
    if (kind === undefined) {
      const top = open.at(-1)
      if (top && kinds.includes(top.kind)) top.properties.push(...propertiesOf(line))
    } else if (edge?.length === 5) {
      if (siblings.includes(kind)) open.length = 1 + open.findLastIndex((one) => one.kind === 'VCALENDAR')
      if (entryKinds.includes(kind) && ++entries > limits.events) throw new ReadingError('too-many-events')
      const part: CalendarComponent = { kind, properties: [], parts: [] }
      const parent = open.at(-1) ?? calendars.at(-1)
      if (kind === 'VCALENDAR') calendars.push(part)
      else if (kinds.includes(kind)) parent?.parts.push(part)
      open.push(part)
    } else {
      const begin = open.findLastIndex((one) => one.kind === kind)
      if (begin >= 0) open.length = begin
    }
  }
  if (calendars.length === 0 || open.length > 0) throw new ReadingError('no-calendar')
  return calendars
}

/** Lines end with CRLF, LF or CR. Files that were converted twice have CRCRLF or blank lines. */
function* unfoldLines(text: string): Generator<string> {
  const end = text.includes('\n') ? '\n' : '\r'
  let line = ''
  for (let begin = 0; begin < text.length; ) {
    const found = text.indexOf(end, begin)
    const next = found === -1 ? text.length : found
    let until = next
    while (until > begin && text[until - 1] === '\r') until--
    const isFolded = text[begin] === ' ' || text[begin] === '\t'
    if (isFolded) line += text.slice(begin + 1, until)
    else if (until > begin) {
      if (line) yield line
      line = text.slice(begin, until)
    }
    begin = next + 1
  }
  if (line) yield line
}

/** Zone names may contain colons, and some programs omit the quotes, so the value starts at the first date. */
const beforeDate = /:\s*(?=\d{4}-?\d{1,2}-?\d)/
/**
 * A value must start within this many characters of the start of its line, so that no regular expression searches a
 * complete file.
 */
const longestHead = 2000
const outsideQuotes = /^(?:[^:"]|"[^"]*")*:/

function propertiesOf(line: string): CalendarProperty[] {
  const [begin, word] = named.exec(line) ?? []
  if (begin === undefined || word === undefined) return []
  const name = word.toUpperCase()
  const rest = line.slice(begin.length)
  const head = rest.slice(0, longestHead)
  const dated = datedNames.includes(name) ? beforeDate.exec(head) : null
  const until = dated ? dated.index + dated[0].length : (outsideQuotes.exec(head)?.[0].length ?? head.length)
  const parameters = rest.slice(0, until)
  const zone = /[;:]\s*TZID\s*=\s*"?([^";]*)/i.exec(parameters)?.[1]
  return [
    {
      name,
      zone: zone === undefined ? null : zone.replace(/:\s*$/, '').trim() || null,
      parameters: parameters.toUpperCase(),
      value: rest.slice(until).trim(),
    },
  ]
}
