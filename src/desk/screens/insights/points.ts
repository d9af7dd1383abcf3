import type { Insights } from '#shared/contract/insights.ts'

type DayCounts = Insights['days'][number]
type Figures = Omit<DayCounts, 'day'>

/** One place of the chart: a day, or seven of them where days would be too many to tell apart. */
export interface Point {
  from: string
  days: number
  /** Whether nothing can come any more. */
  isOver: boolean
  now: Figures
  before: Figures
}

/** Up to here each day has its place. */
export const mostSingleDays = 92

export const pointDays = (days: number): number => (days > mostSingleDays ? 7 : 1)

/** Places from the first day on; the last of them may hold fewer days, or a day that is not over. `today` is UTC. */
export function pointsOf(days: readonly DayCounts[], before: readonly DayCounts[], today: string): Point[] {
  const step = pointDays(days.length)
  return Array.from({ length: Math.ceil(days.length / step) }, (_, index) => {
    const part = days.slice(index * step, (index + 1) * step)
    const [first] = part
    const last = part.at(-1)
    return {
      from: first?.day ?? '',
      days: part.length,
      isOver: part.length === step && last !== undefined && last.day < today,
      now: sum(part),
      before: sum(before.slice(index * step, (index + 1) * step)),
    }
  })
}

function sum(days: readonly DayCounts[]): Figures {
  const total = { visitors: 0, sessions: 0, views: 0, bookings: 0 }
  for (const day of days) {
    total.visitors += day.visitors
    total.sessions += day.sessions
    total.views += day.views
    total.bookings += day.bookings
  }
  return total
}
