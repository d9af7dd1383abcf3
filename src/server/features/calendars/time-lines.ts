import { ReadingFault } from './fault.ts'
import { limits } from './policy.ts'

const components = ['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']

const time = /:\d{8}(T\d{6}Z?)?$/i
const times = /:\d{8}[\dTZPDHMSW/,+-]*$/i
const any = /:./

/** The properties that say when, and what their lines end with where they say it. */
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

/** The rule of an event by a name that the parser does not know, since it would refuse the file for a bad one. */
export const ruleName = 'x-rule'

/** Where a component begins and ends. */
const edges = /^(BEGIN|END):\s*([\w-]{1,40})/i
const shape = /^([A-Za-z0-9-]{1,40})[;:]/
/** No time, rule or list of exceptions is longer. */
const longest = 20_000

/**
 * The lines of a file that say when something is. What it is nobody wants to know here, and most of what programs get
 * wrong stands in texts. Alarms have a duration of their own, so whatever is no event and no zone goes as a whole.
 */
export function timeLines(text: string): string {
  if (!/^\s*\uFEFF?\s*BEGIN:VCALENDAR/i.test(text.slice(0, 2000))) throw new ReadingFault('no-calendar')
  const kept: string[] = []
  let events = 0
  /** How deep we are in what is left out. */
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

/** Names of zones such as `(UTC+01:00) Rome` belong in quotes, and are found without. */
const quoted = (line: string) => line.replace(/;TZID=([^";]*:[^";]*):([^:]*)$/i, ';TZID="$1":$2')

/** Lines as they were before they were folded. */
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
