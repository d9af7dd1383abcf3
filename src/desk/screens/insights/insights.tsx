import { getRouteApi } from '@tanstack/react-router'
import { errorMessage } from '#desk/lib/failure.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { useNow } from '#desk/lib/server-clock.ts'
import { dayRange, isoDay, timeOfDay } from '#desk/lib/times.ts'
import type { Insights, InsightVisitor } from '#shared/contract/insights.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { AnswerTimes } from './answers.tsx'
import { BrowserErrors } from './browser-errors.tsx'
import { DaysChart } from './days.tsx'
import { ExportReports } from './export-reports.tsx'
import { Funnel } from './funnel.tsx'
import css from './insights.module.css'
import { LiveVisits } from './live.tsx'
import { campaignName, describeOrigins, sourceName, viewName } from './names.ts'
import { CallOutcomes, Origins, PageViews } from './origins.tsx'
import {
  comparisonOf,
  type DayRange,
  daysOf,
  describeMissingComparison,
  presetOf,
  rangeError,
  rangeFromSearch,
} from './range.ts'
import { RangeBar } from './range-bar.tsx'
import { Totals } from './totals.tsx'
import { useInsights } from './use-insights.ts'

const visitorOptions = [
  { value: 'person', label: 'People' },
  { value: 'bot', label: 'Bots' },
  { value: 'all', label: 'All' },
] as const

const route = getRouteApi('/insights')

/**
 * Shows which pages and campaigns lead to calls. The figures for a period are compared with those for the previous
 * period.
 */
export function Screen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = isoDay(new Date(useNow()), 'UTC')
  const range = rangeFromSearch(search, today)
  const visitor = search.visitor ?? 'person'
  const { data, error, isFetching, isPlaceholderData, refetch } = useInsights(range, visitor, today)

  const toRange = (next: DayRange) => {
    // The URL omits the default range, so that a bookmark always shows the latest days.
    const days = presetOf(next, today) === '28' ? {} : next
    void navigate({ search: { ...days, visitor: search.visitor }, replace: true })
  }
  const toVisitor = (next: InsightVisitor) =>
    void navigate({ search: { ...search, visitor: next === 'person' ? undefined : next }, replace: true })

  return (
    <Page
      title="Insights"
      actions={
        <div className={css.visitors}>
          <ToggleGroup label="Visitors" options={visitorOptions} value={visitor} onChange={toVisitor} />
        </div>
      }
    >
      <RangeBar range={range} today={today} onRange={toRange} />
      {error && data && (
        <div className={`${layout.bar} ${pieces.problem} ${pieces.slim} ${css.failure}`} role="alert">
          <p>
            {errorMessage(error)} Showing figures from {timeOfDay(new Date(data.as_of))}.
          </p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data ? (
        <>
          <p className={`${layout.note} ${css.range}`} role="status">
            {isFetching && isPlaceholderData ? 'Counting…' : <FiguresNote data={data} today={today} />}
          </p>
          {isEmpty(data) ? (
            <NoVisits range={data.range} visitor={data.visitor} today={today} />
          ) : (
            <InsightsSections data={data} today={today} isOld={isPlaceholderData} />
          )}
        </>
      ) : (
        <InsightsPlaceholder isFault={rangeError(range, today) !== null} error={error} retry={() => void refetch()} />
      )}
    </Page>
  )
}

/** The period, the previous period, and the time when the figures were counted. */
function FiguresNote({ data, today }: { data: Insights; today: string }) {
  const days = daysOf(data.range)
  const isCompared = Object.values(comparisonOf(data)).includes(true)
  return (
    <>
      <b>{dayRange(data.range.from, data.range.to)}</b>, {days === 1 ? 'one day' : `${days} days`}
      {isCompared && `, compared with ${dayRange(data.before.from, data.before.to)}`}.{describeMissingComparison(data)}{' '}
      Counted at {timeOfDay(new Date(data.as_of))}
      {data.range.to === today && '; today is incomplete'}. Dates are in UTC.
    </>
  )
}

function InsightsPlaceholder({ isFault, error, retry }: { isFault: boolean; error: Error | null; retry: () => void }) {
  if (isFault) {
    return (
      <EmptyState
        title="This range cannot be shown"
        text="Choose another range above; the message there says what is wrong."
      />
    )
  }
  if (!error) return <Skeleton lines={10} label="Loading figures" />
  return <LoadError title="The figures could not be loaded" error={error} onRetry={retry} />
}

const isEmpty = ({ totals: { now, before } }: Insights) =>
  [now, before].every((one) => Object.values(one).every((figure) => figure === 0))

function NoVisits({ range, visitor, today }: { range: DayRange; visitor: InsightVisitor; today: string }) {
  const whose = visitor === 'bot' ? 'bot visits' : 'visits'
  return (
    <>
      <EmptyState
        title={range.to === today ? `No ${whose} yet` : `No ${whose} in this period`}
        text="No visits or messages in this period or the previous one. Figures appear here as soon as someone visits the site. Visitors who opt out are never counted."
      />
      <div className={css.alone}>
        <LiveVisits visitor={visitor} />
      </div>
    </>
  )
}

interface InsightsSectionsProps {
  data: Insights
  today: string
  /** True while the figures for the previous range are shown because the new figures are loading. */
  isOld: boolean
}

export function InsightsSections({ data, today, isOld }: InsightsSectionsProps) {
  const { visits, requests } = comparisonOf(data)
  const firstViews = data.first_views.map((row) => ({
    ...row,
    id: row.first_view,
    name: viewName(row.first_view),
  }))
  const sources = data.sources.map((row) => ({ ...row, id: row.source, name: sourceName(row.source) }))
  const campaigns = data.campaigns.map((row) => ({
    ...row,
    id: row.campaign,
    name: campaignName(row.campaign),
  }))
  return (
    <div className={css.sheet} aria-busy={isOld} data-is-old={isOld}>
      <div className={`${layout.column} ${css.columns}`}>
        <Totals totals={data.totals} compared={{ visits, requests }} />
        <DaysChart data={data} today={today} compared={{ visits, requests }} />
        <LiveVisits visitor={data.visitor} />
        <Funnel funnel={data.funnel} isCompared={visits} />
        <AnswerTimes answers={data.answers} isCompared={requests} />
        <Origins
          title="Which pages lead to calls?"
          heading="First page"
          rows={firstViews}
          says={describeOrigins(firstViews, 'The largest share of visits begins with')}
          note="Visits are grouped by their first page. Conversion: bookings per 100 visits."
          empty="No visits in this period."
        />
        <Origins
          title="Where do bookings come from?"
          heading="Source"
          rows={sources}
          says={describeOrigins(sources, 'The largest share of visits comes from')}
          note={`“${sourceName('site')}”: bookings from visits that were not tracked because the visitor opted out or JavaScript was off.`}
          empty="No visits in this period."
        />
        <Origins
          title="Which campaign pays off?"
          heading="Campaign"
          rows={campaigns}
          says={
            campaigns.length > 0
              ? describeOrigins(campaigns, 'The largest share of campaign visits comes from')
              : 'No visits from campaigns. To track a campaign, add utm_campaign to its links.'
          }
          empty="No campaigns in this period."
        />
        <CallOutcomes outcomes={data.outcomes} currency={data.currency} />
        <PageViews views={data.views} sessions={data.totals.now.sessions} />
        <BrowserErrors range={data.range} visitor={data.visitor} sessions={data.totals.now.sessions} />
        <ExportReports data={data} />
      </div>
    </div>
  )
}
