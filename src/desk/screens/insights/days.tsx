import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { dayTicks, formatCount } from '#desk/features/charts/chart-labels.ts'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import { type ChartSeries, TimeChart } from '#desk/features/charts/time-chart.tsx'
import { longDay, shortDay } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import { type ChartPoint, pointDays, pointsOf } from './points.ts'
import type { Comparison } from './range.ts'
import { InsightsSection } from './section.tsx'

const allColumns: (DataColumn<ChartPoint> & { of?: keyof Comparison })[] = [
  { key: 'day', label: 'Day', read: ({ from }) => from, write: nameOf },
  { key: 'visitors', label: 'Visitors', read: ({ now }) => now.visitors },
  { key: 'visits', label: 'Visits', read: ({ now }) => now.sessions },
  { key: 'views', label: 'Page views', read: ({ now }) => now.views },
  { key: 'bookings', label: 'Bookings', read: ({ now }) => now.bookings },
  {
    of: 'visits',
    key: 'visitors-before',
    label: 'Visitors, previous period',
    read: ({ before }) => before.visitors,
  },
  { of: 'requests', key: 'bookings-before', label: 'Bookings, previous period', read: ({ before }) => before.bookings },
]

/** Daily counts as lines; a thin line shows the previous period. */
export function DaysChart({ data, today, compared }: { data: Insights; today: string; compared: Comparison }) {
  const columns = allColumns.filter(({ of }) => !of || compared[of])
  const points = pointsOf(data.days, data.days_before, today)
  const step = pointDays(data.days.length)
  const loose = points.map(({ isShort, isRunning }) => isShort || isRunning)
  const short = points.map(({ isShort }) => isShort)
  const series: ChartSeries[] = [
    { name: 'Visitors', look: 'main', values: points.map(({ now }) => now.visitors), loose },
    { name: 'Visits', look: 'second', values: points.map(({ now }) => now.sessions), loose },
    { name: 'Bookings', look: 'marks', values: points.map(({ now }) => now.bookings), loose },
  ]
  if (compared.visits) {
    const values = points.map(({ before }) => before.visitors)
    series.push({ name: 'Visitors, previous period', look: 'thin', values, loose: short })
  }
  return (
    <InsightsSection title="When did visitors come?" size="wide" says={describeBusiestDay(data.days)}>
      <ChartFigure
        caption={
          <>
            Visitors, visits and bookings {step === 1 ? 'per day' : 'per seven days'} (UTC)
            {describeDottedLines(points)}.{compared.visits && ' The thin line shows the previous period.'} Use the arrow
            keys to move along the chart.
          </>
        }
        table={
          <DataTable caption="Visits and bookings by day" columns={columns} rows={points} keyOf={({ from }) => from} />
        }
      >
        <TimeChart
          label="Days"
          places={points.map(nameOf)}
          whole={countWithNoun(data.days.length, 'day')}
          series={series}
          ticks={(width) =>
            dayTicks(
              points.map(({ from }) => from),
              width,
              step,
            )
          }
        />
      </ChartFigure>
    </InsightsSection>
  )
}

function nameOf({ from, days, isRunning }: ChartPoint): string {
  const day = shortDay(new Date(from), 'UTC')
  return `${days === 1 ? day : `${days} days from ${day}`}${isRunning ? ', so far' : ''}`
}

function describeDottedLines(points: readonly ChartPoint[]): string {
  const words = [
    points.some(({ isShort }) => isShort) && 'fewer than seven days',
    points.some(({ isRunning }) => isRunning) && 'in progress',
  ]
  const said = words.filter(Boolean).join(', or ')
  return said && `; dotted: ${said}`
}

function describeBusiestDay(days: Insights['days']): string {
  const top = days.reduce((best, day) => (day.visitors > best.visitors ? day : best))
  if (top.visitors === 0) return 'No visits were counted in this period.'
  const name = longDay(new Date(top.day), 'UTC')
  const asked = top.bookings > 0 ? ` Bookings that day: ${formatCount(top.bookings)}.` : ''
  return `The day with the most visitors was ${name}: ${formatCount(top.visitors)}.${asked}`
}
