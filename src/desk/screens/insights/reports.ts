import type { CsvRow } from '#desk/lib/csv.ts'
import type { InsightErrors, Insights, insightReports } from '#shared/contract/insights.ts'
import { comparisonOf } from './range.ts'

export type Report = (typeof insightReports)[number]

/** Returns the rows of a report. Unknown figures, such as those from before counting began, are null. */
export function rowsOf(report: Report, data: Insights, { faults }: InsightErrors): readonly CsvRow[] {
  switch (report) {
    case 'figures':
      return figuresOf(data)
    case 'days':
      return data.days.map((day) => {
        const { visits, requests } = data.begins
        const { bookings, ...counted } = day
        const isKnown = visits !== null && visits <= day.day
        return {
          ...(isKnown ? counted : { day: day.day, visitors: null, sessions: null, views: null }),
          bookings: requests !== null && requests <= day.day ? bookings : null,
        }
      })
    case 'origins':
      return [
        ...data.sources.map(({ source: name, ...steps }) => ({ kind: 'source', name, ...steps })),
        ...data.campaigns.map(({ campaign: name, ...steps }) => ({ kind: 'campaign', name, ...steps })),
        ...data.first_views.map(({ first_view: name, ...steps }) => ({ kind: 'first_view', name, ...steps })),
      ]
    case 'faults':
      return faults
    case 'outcomes':
      return data.outcomes.map((figures) => ({ ...figures, currency: data.currency }))
    case 'views':
      return data.views
  }
}

/** These figures come from bookings and messages; all other figures come from visits. */
const ofRequests = new Set(['bookings', 'messages', 'confirmed', 'completed'])

function figuresOf(data: Insights): CsvRow[] {
  const isCompared = comparisonOf(data)
  return (['totals', 'funnel', 'answers'] as const).flatMap((report) => {
    const before = new Map(Object.entries(data[report].before))
    return Object.entries(data[report].now).map(([figure, now]) => {
      const subject = report === 'answers' || ofRequests.has(figure) ? 'requests' : 'visits'
      return { report, figure, now, before: isCompared[subject] ? (before.get(figure) ?? null) : null }
    })
  })
}
