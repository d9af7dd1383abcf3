import { ReadingFault } from './fault.ts'
import { limits } from './policy.ts'

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

/** Replaces the name RRULE, because the parser would refuse a whole file for one bad rule. */
export const ruleName = 'x-rule'

const edges = /^(BEGIN|END):\s*([\w-]{1,40})/i
const shape = /^([A-Za-z0-9-]{1,40})[;:]/
/** Longer lines are ignored: no time, rule or list of exceptions has so many characters. */
const longest = 20_000

/**
 * Keeps only the lines about times: texts are not needed, and contain most of the syntax errors. Components other than
 * events and zones are dropped whole, because alarms, for example, have a duration of their own.
 */
export function timeLines(text: string): string {
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
