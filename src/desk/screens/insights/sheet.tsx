import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import { Answers } from './answers.tsx'
import { CallOutcomes } from './call-outcomes.tsx'
import { comparisonOf } from './comparison.ts'
import { Days } from './days.tsx'
import { Faults } from './faults.tsx'
import { Funnel } from './funnel.tsx'
import css from './insights.module.css'
import { leadOf } from './lead.ts'
import { Live } from './live.tsx'
import { campaignName, sourceName, viewName } from './names.ts'
import { Origins } from './origins.tsx'
import { TakeAlong } from './take-along.tsx'
import { Totals } from './totals.tsx'
import { ViewsRead } from './views-read.tsx'

interface SheetProps {
  data: Insights
  today: string
  /** The figures still belong to the previous request, and the new ones are loading. */
  isOld: boolean
}

/** The page of figures, one question after the other. */
export function Sheet({ data, today, isOld }: SheetProps) {
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
        <Days data={data} today={today} compared={{ visits, requests }} />
        <Live visitor={data.visitor} />
        <Funnel funnel={data.funnel} isCompared={visits} />
        <Answers answers={data.answers} isCompared={requests} />
        <Origins
          title="Which page brings calls?"
          heading="First page"
          rows={firstViews}
          says={leadOf(firstViews, 'Most visits begin with')}
          note="By the page that a visit began with. Conversion: bookings of a hundred visits."
          empty="No visit began in these days."
        />
        <Origins
          title="Where do those who book come from?"
          heading="Source"
          rows={sources}
          says={leadOf(sources, 'Most visits come from')}
          note="“Not told” are bookings of people whose visit was not followed: they did not want it, or no script ran."
          empty="Nobody came in these days."
        />
        <Origins
          title="Which campaign pays off?"
          heading="Campaign"
          rows={campaigns}
          says={
            campaigns.length > 0
              ? leadOf(campaigns, 'Most visits of campaigns come from')
              : 'No visit came from a campaign. One is told by utm_campaign in the address of a link.'
          }
          empty="No campaign in these days."
        />
        <CallOutcomes outcomes={data.outcomes} currency={data.currency} />
        <ViewsRead views={data.views} sessions={data.totals.now.sessions} />
        <Faults range={data.range} visitor={data.visitor} sessions={data.totals.now.sessions} />
        <TakeAlong data={data} />
      </div>
    </div>
  )
}
