import { longDay } from '#desk/lib/times.ts'
import type { Insights } from '#shared/contract/insights.ts'

/** Whether the time before can be compared with: all of it must lie in days of which something is known. */
export interface Comparison {
  visits: boolean
  /** Bookings and messages. */
  requests: boolean
}

export function comparisonOf({ before, begins }: Pick<Insights, 'before' | 'begins'>): Comparison {
  const isKnown = (first: string | null) => first !== null && first <= before.from
  return { visits: isKnown(begins.visits), requests: isKnown(begins.requests) }
}

/** Why something stands alone; empty where everything is compared. */
export function aloneInWords(data: Pick<Insights, 'before' | 'begins'>): string {
  const { visits, requests } = comparisonOf(data)
  const from = (day: string | null) => (day === null ? 'nowhere yet' : longDay(new Date(day), 'UTC'))
  const { begins } = data
  if (!visits && !requests && begins.visits === begins.requests) {
    return ` Nothing is compared: what is known begins on ${from(begins.visits)}.`
  }
  const words = [
    !visits && ` Visits are not compared: those that are known begin on ${from(begins.visits)}.`,
    !requests &&
      ` Bookings and messages are not compared: those that are kept begin on ${from(begins.requests)}.`,
  ]
  return words.filter(Boolean).join('')
}
