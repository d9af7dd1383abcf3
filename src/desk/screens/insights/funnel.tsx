import { ShareBar } from '#desk/features/charts/bars.tsx'
import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { formatCount, formatShare, noValue } from '#desk/features/charts/chart-labels.ts'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { countWithNoun } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import { InsightsSection } from './section.tsx'

const steps = [
  { key: 'sessions', label: 'Visits', of: null },
  { key: 'opened', label: 'Opened the booking dialog', of: 'sessions' },
  { key: 'sent', label: 'Submitted the form', of: 'opened' },
  { key: 'bookings', label: 'Bookings stored', of: 'sent' },
  { key: 'confirmed', label: 'Calls confirmed', of: 'bookings' },
  { key: 'completed', label: 'Calls completed', of: 'confirmed' },
] as const
/** These steps count rows of the bookings table, not visits. */
const areBookings: readonly FunnelStep['key'][] = ['bookings', 'confirmed', 'completed']
type FunnelStep = (typeof steps)[number]

export function Funnel({ funnel, isCompared }: { funnel: Insights['funnel']; isCompared: boolean }) {
  const { now, before } = funnel
  const past: DataColumn<FunnelStep>[] = [
    { key: 'before', label: 'Previous period', read: ({ key }) => before[key] },
    {
      key: 'share-before',
      label: 'Share, previous period',
      read: ({ key, of }) => (of ? portion(before[key], before[of]) : null),
      write: ({ key, of }) => (of ? formatShare(before[key], before[of]) : noValue),
    },
  ]
  const columns: DataColumn<FunnelStep>[] = [
    { key: 'step', label: 'Step', read: ({ label }) => label },
    { key: 'now', label: 'Now', read: ({ key }) => now[key] },
    {
      key: 'share',
      label: 'Share of previous step',
      read: ({ key, of }) => (of ? portion(now[key], now[of]) : null),
      write: ({ key, of }) => (of ? formatShare(now[key], now[of]) : noValue),
    },
    ...(isCompared ? past : []),
  ]
  return (
    <InsightsSection
      title="How far do visitors get?"
      size="half"
      says={
        now.sessions > 0
          ? `The booking form was submitted in ${formatShare(now.sent, now.sessions)} of ${formatCount(now.sessions)} visits. So far, ${countWithNoun(now.bookings, 'booking')} led to ${countWithNoun(now.confirmed, 'confirmed call')} and ${countWithNoun(now.completed, 'completed call')}.`
          : 'No visits were counted, so there is no funnel to show.'
      }
    >
      <ChartFigure
        caption="Each bar stands for the previous step, and its filled part is the share that continued. The tick marks that share in the previous period. The first three steps count tracked visits; hatched steps count stored bookings. There can be more bookings than submitted forms, because not all visits are tracked."
        table={<DataTable caption="From visit to call" columns={columns} rows={steps} keyOf={({ key }) => key} />}
      >
        <ol className={css.lined}>
          {steps.map(({ key, label, of }) => (
            <li key={key} className={`${layout.small} ${pieces.bounded} ${css.step}`}>
              <span>{label}</span>
              <span className={css.count}>{formatCount(now[key])}</span>
              <span>
                <ShareBar
                  share={of ? portion(now[key], now[of]) : portion(now[key], now[key])}
                  before={isCompared && of ? portion(before[key], before[of]) : null}
                  isHatched={areBookings.includes(key)}
                />
              </span>
              <span className={css.share}>{of ? formatShare(now[key], now[of]) : null}</span>
            </li>
          ))}
        </ol>
      </ChartFigure>
    </InsightsSection>
  )
}

const portion = (part: number, of: number) => (of === 0 ? null : part / of)
