import { addDays } from '#desk/features/charts/chart-labels.ts'
import { dayRange, longDay } from '#desk/lib/times.ts'
import { type Insights, maxInsightDays } from '#shared/contract/insights.ts'

/** A range of UTC days that includes its first and last day, as in the database. */
export interface DayRange {
  from: string
  to: string
}

export const presets = ['7', '28', 'quarter', 'year'] as const
export type Preset = (typeof presets)[number]

const dayMs = 86_400_000

export function presetRange(preset: Preset, today: string): DayRange {
  const from = {
    '7': addDays(today, -6),
    '28': addDays(today, -27),
    quarter: quarterOf(today),
    year: `${today.slice(0, 4)}-01-01`,
  }[preset]
  return { from, to: today }
}

function quarterOf(day: string): string {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

/** Returns the range in a URL; the default is the last 28 days. */
export function rangeFromSearch(
  search: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange {
  const to = search.to ?? today
  return { from: search.from ?? addDays(to, -27), to }
}

export const presetOf = (range: DayRange, today: string): Preset | null =>
  presets.find((preset) => {
    const { from, to } = presetRange(preset, today)
    return from === range.from && to === range.to
  }) ?? null

export const daysOf = ({ from, to }: DayRange): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** Returns the error in a range and the field that causes it, or null if the range is valid. */
export function rangeError(range: DayRange, today: string): { field: 'from' | 'to'; says: string } | null {
  const { from, to } = range
  if (!isDay(from)) return { field: 'from', says: 'Enter the first day.' }
  if (!isDay(to)) return { field: 'to', says: 'Enter the last day.' }
  if (from > to) {
    return { field: 'to', says: 'The last day is before the first. Swap them, or choose other dates.' }
  }
  if (to > today)
    return { field: 'to', says: `The last day is in the future. Today is ${dayRange(today, today)} (UTC).` }
  const days = daysOf(range)
  if (days > maxInsightDays) {
    return {
      field: 'from',
      says: `This range covers ${days} days. The maximum is ${maxInsightDays} (two years).`,
    }
  }
  return null
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Says which figures can be compared: those with data for every day of the previous period. */
export interface Comparison {
  visits: boolean
  /** Bookings and messages. */
  requests: boolean
}

export function comparisonOf({ before, begins }: Pick<Insights, 'before' | 'begins'>): Comparison {
  const isKnown = (first: string | null) => first !== null && first <= before.from
  return { visits: isKnown(begins.visits), requests: isKnown(begins.requests) }
}

/** Explains why some figures are not compared. Returns an empty string if all figures are compared. */
export function describeMissingComparison(data: Pick<Insights, 'before' | 'begins'>): string {
  const { visits, requests } = comparisonOf(data)
  const since = (day: string | null) =>
    day === null ? 'not available yet' : `only available from ${longDay(new Date(day), 'UTC')}`
  const { begins } = data
  if (!visits && !requests && begins.visits === begins.requests) {
    return ` No comparison: data is ${since(begins.visits)}.`
  }
  const words = [
    !visits && ` Visits are not compared: their data is ${since(begins.visits)}.`,
    !requests && ` Bookings and messages are not compared: their data is ${since(begins.requests)}.`,
  ]
  return words.filter(Boolean).join('')
}
