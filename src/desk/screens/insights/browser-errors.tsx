import { faultName, faultPlace } from '#content/page-faults.ts'
import { formatShare } from '#desk/features/charts/chart-labels.ts'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { dayOfMonth, timeOfDay } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import type { InsightErrors, InsightVisitor } from '#shared/contract/insights.ts'
import { isRest } from './names.ts'
import type { DayRange } from './range.ts'
import { InsightsSection } from './section.tsx'
import { useBrowserErrors } from './use-insights.ts'

type BrowserError = InsightErrors['faults'][number]

const nameOf = ({ code, place }: BrowserError) =>
  isRest(code) ? 'All others' : [faultName(code), faultPlace(place)].filter(Boolean).join(' · ')

const originOf = ({ cause, release }: BrowserError) =>
  [cause, release && `release ${release}`].filter(Boolean).join(' · ')

/** A date without the weekday, because the weekday does not fit in a row. */
const shortMoment = (at: Date) => `${dayOfMonth(at)}, ${timeOfDay(at)}`

const columns: DataColumn<BrowserError>[] = [
  { key: 'what', label: 'Error and location', read: nameOf, below: originOf },
  { key: 'visits', label: 'Visits', read: ({ visits }) => visits, bar: 'ink' },
  { key: 'times', label: 'Occurrences', read: ({ faults }) => faults },
  {
    key: 'first',
    label: 'First',
    read: ({ first_at }) => first_at,
    write: ({ first_at }) => shortMoment(new Date(first_at)),
  },
  {
    key: 'last',
    label: 'Last',
    read: ({ last_at }) => last_at,
    write: ({ last_at }) => shortMoment(new Date(last_at)),
  },
]

interface BrowserErrorsProps {
  range: DayRange
  visitor: InsightVisitor
  /** The total number of visits in the range. */
  sessions: number
}

/** Errors in visitors' browsers, each with the release of the site in which it occurred. */
export function BrowserErrors({ range, visitor, sessions }: BrowserErrorsProps) {
  const { data, error } = useBrowserErrors(range, visitor)
  return (
    <InsightsSection
      title="What errors do visitors see?"
      layout="beside"
      says={data ? describeErrors(data, sessions) : error ? 'The errors could not be counted.' : 'Counting errors…'}
      note="Browsers report where an error occurred, never what visitors typed. The team gets an email if the same error occurs in at least five visits within an hour, and in more than three times as many as usual."
    >
      {error && <p role="status">{data ? `Not refreshed. ${errorMessage(error)}` : errorMessage(error)}</p>}
      {data && (
        <DataTable
          caption="Errors in visitors’ browsers"
          columns={columns}
          rows={data.faults}
          order={{ key: 'visits', isDown: true }}
          keyOf={(fault) => nameOf(fault) + originOf(fault)}
          isRest={({ code }) => isRest(code)}
          most={10}
          empty="No errors reported in this period."
        />
      )}
    </InsightsSection>
  )
}

function describeErrors({ visits }: InsightErrors, sessions: number): string {
  if (visits === 0) return 'Browsers reported no errors.'
  return `${countWithNoun(visits, 'visit')} had an error: ${formatShare(visits, Math.max(visits, sessions))} of all visits.`
}
