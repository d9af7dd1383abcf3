export const day = 24 * 3_600_000

/** Milliseconds since local midnight. */
export const timeOfDay = (wall: number): number => ((wall % day) + day) % day

/** A time as written in a file. */
export interface WrittenTime {
  /** Local time in milliseconds, as if it were UTC. */
  wall: number
  isDay: boolean
  /** Milliseconds east of UTC, if the time has an offset. */
  offset: number | null
}

const dated = /^(?:(\d{4})(\d\d)(\d\d)|(\d{4})-(\d{1,2})-(\d{1,2}))/
const timed = /^[T ]?\s*(\d\d):?(?:(\d\d):?(?:(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d\d:?(?:\d\d)?)?$/

/** Parses `20270111T090000Z` and its common variants: dashes, colons, spaces, an offset, or no seconds. */
export function stampOf(text: string): WrittenTime | null {
  const said = text.trim().toUpperCase()
  const date = dated.exec(said)
  if (!date) return null
  const [year = 0, month = 0, dayOfMonth = 0] = date.slice(1).filter(Boolean).map(Number)
  const midnight = Date.UTC(year, month - 1, dayOfMonth)
  const back = new Date(midnight)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== dayOfMonth || year < 1000) return null
  const rest = said.slice(date[0].length)
  if (rest === '' || rest === 'Z') return { wall: midnight, isDay: true, offset: null }
  const time = timed.exec(rest)
  if (!time) return null
  const [hour, minute, second] = [time[1], time[2], time[3]].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ]
  const at = (hour * 60 + minute) * 60 + second
  if (minute > 59 || second > 60 || at > day / 1000) return null
  return { wall: midnight + at * 1000, isDay: false, offset: time[4] ? offsetOf(time[4]) : null }
}

/**
 * Parses `+0100`, `-05:00`, `+053000`, `UTC+1` and `Z` into milliseconds; returns null for text that is not an offset.
 */
export function offsetOf(text: string): number | null {
  const said = text.trim().toUpperCase()
  if (/^(Z|UTC|GMT)$/.test(said)) return 0
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^(?:UTC|GMT)?\s*([+-])(\d{1,2})[:.]?(\d\d)?:?(\d\d)?$/.exec(said) ?? []
  if (hours === undefined || Number(hours) > 15 || Number(minutes) > 59) return null
  return (sign === '-' ? -1000 : 1000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds))
}

/** A duration in calendar days and milliseconds. */
export interface Duration {
  days: number
  exact: number
}

const lasting = /^\+?P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Parses a duration such as `P1DT12H`; returns null for other text and for negative durations. */
export function durationOf(text: string): Duration | null {
  const said = text.toUpperCase().replace(/\s/g, '')
  const [all, ...parts] = lasting.exec(said) ?? []
  if (all === undefined || !/\d/.test(all)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const whole = weeks * 7 + days
  const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000
  // Longer durations would exceed the range of dates.
  return whole < 366_000 && exact < 366_000 * day ? { days: whole, exact } : null
}

/** Returns the items of a list. Old programs separate the items with semicolons. */
export const itemsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter(Boolean)

export interface CalendarRule {
  freq: string
  interval: number
  count: number
  until: WrittenTime | null
  /** WKST, and the parts whose names start with BY. */
  by: Readonly<Record<string, string>>
}

/** The length of the longest valid rule, in characters. */
const longestRule = 5000

const numbers = (most: number, least = -most) => ({ most, least })
const ranges: Readonly<Record<string, { most: number; least: number }>> = {
  BYSECOND: numbers(60, 0),
  BYMINUTE: numbers(59, 0),
  BYHOUR: numbers(23, 0),
  BYMONTHDAY: numbers(31),
  BYYEARDAY: numbers(366),
  BYWEEKNO: numbers(53),
  BYMONTH: numbers(12, 1),
  BYSETPOS: numbers(366),
}

/** Parses a recurrence rule; returns null if any part is not understood, because the rest would be a different rule. */
export function ruleOf(text: string): CalendarRule | null {
  if (text.length > longestRule) return null
  const parts = new Map<string, string>()
  for (const part of text
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^(EX|R)RULE[:=]/, '')
    .split(';')) {
    const [name = '', value = '', more] = part.split('=')
    if (part === '' || name.startsWith('X-')) continue
    if (more !== undefined || parts.has(name)) return null
    parts.set(name, value.split(',').filter(Boolean).join())
  }
  const take = (name: string, otherwise: string) => {
    const value = parts.get(name) ?? otherwise
    parts.delete(name)
    return value
  }
  const freq = take('FREQ', '')
  const [interval, count] = [take('INTERVAL', '1'), take('COUNT', 'Infinity')].map(Number) as [number, number]
  const ends = take('UNTIL', '')
  const until = ends === '' ? null : stampOf(ends)
  const isGregorian = take('RSCALE', 'GREGORIAN') === 'GREGORIAN' && take('SKIP', 'OMIT') === 'OMIT'
  const isWhole = Number.isInteger(interval) && (count === Infinity || Number.isInteger(count))
  if (!/^(YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/.test(freq) || !isGregorian) return null
  if (!isWhole || interval < 1 || count < 1 || (ends !== '' && !until)) return null
  const by: Record<string, string> = {}
  for (const [name, value] of parts) {
    if (!isUnderstood(name, value)) return null
    // A number before a weekday has a meaning only in monthly and yearly rules.
    by[name] = name === 'BYDAY' && /^(DAI|WEEK)LY$/.test(freq) ? value.replace(/[^A-Z,]/g, '') : value
  }
  return { freq, interval, count, until, by }
}

function isUnderstood(name: string, value: string): boolean {
  if (name === 'WKST') return /^(SU|MO|TU|WE|TH|FR|SA)$/.test(value)
  if (name === 'BYDAY') return /^((^|,)([+-]?[1-9]\d?)?(SU|MO|TU|WE|TH|FR|SA))+$/.test(value)
  const range = ranges[name]
  if (!range || value === '') return false
  return value.split(',').every((item) => {
    const number = Number(item)
    return /^[+-]?\d{1,3}$/.test(item) && number >= range.least && number <= range.most && (number || range.least === 0)
  })
}
