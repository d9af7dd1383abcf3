import type { Insights } from '#shared/contract/insights.ts'

type DayCounts = Insights['days'][number]
type PointFigures = Omit<DayCounts, 'day'>

/** One point of the chart: a day, or a week if the range has too many days for one point per day. */
export interface ChartPoint {
  from: string
  days: number
  /** True if the point covers fewer days than the other points. */
  isShort: boolean
  /** True if the point includes a day that is not over yet. */
  isRunning: boolean
  now: PointFigures
  before: PointFigures
}

/** The largest number of days that the chart shows as one point per day. */
const mostSingleDays = 92

export const pointDays = (days: number): number => (days > mostSingleDays ? 7 : 1)

/**
 * Returns the chart's points, up to the last day of the range. If each point is a week, the first week may have fewer
 * days. `today` is in UTC.
 */
export function pointsOf(days: readonly DayCounts[], before: readonly DayCounts[], today: string): ChartPoint[] {
  const step = pointDays(days.length)
  const count = Math.ceil(days.length / step)
  return Array.from({ length: count }, (_, index) => {
    const end = days.length - (count - 1 - index) * step
    const part = days.slice(Math.max(0, end - step), end)
    return {
      from: part[0]?.day ?? '',
      days: part.length,
      isShort: part.length < step,
      isRunning: part.some(({ day }) => day >= today),
      now: sum(part),
      before: sum(before.slice(Math.max(0, end - step), end)),
    }
  })
}

function sum(days: readonly DayCounts[]): PointFigures {
  const total = { visitors: 0, sessions: 0, views: 0, bookings: 0 }
  for (const day of days) {
    total.visitors += day.visitors
    total.sessions += day.sessions
    total.views += day.views
    total.bookings += day.bookings
  }
  return total
}
