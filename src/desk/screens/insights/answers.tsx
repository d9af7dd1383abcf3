import { HourRuler } from '#desk/features/charts/bars.tsx'
import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { count, noNumber, share } from '#desk/features/charts/chart-labels.ts'
import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { span } from '#desk/lib/times.ts'
import { counted } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import { Section } from './section.tsx'

type Figures = Insights['answers']['now']
interface Line {
  label: string
  says: (figures: Figures) => string
}

const medianWords = ({ median_seconds: median }: Figures) =>
  median === null ? noNumber : span(median * 1000)

const lines: Line[] = [
  { label: 'Median time to answer', says: medianWords },
  { label: 'Answered', says: ({ answered }) => count(answered) },
  { label: 'Answered within 24 hours', says: ({ within_24h: kept }) => count(kept) },
  { label: 'Answered, or over 24 hours old', says: ({ due }) => count(due) },
  { label: 'Share within 24 hours', says: ({ within_24h: kept, due }) => share(kept, due) },
  { label: 'Late', says: ({ breached }) => count(breached) },
]
const hoursOf = ({ median_seconds: median }: Figures) => (median === null ? null : median / 3600)

export function Answers({ answers, isCompared }: { answers: Insights['answers']; isCompared: boolean }) {
  const beforeWords = (words: string, { due }: Figures) =>
    isCompared ? (due === 0 ? 'no earlier data' : `${words} before`) : 'not compared'
  const { now, before } = answers
  const columns: Column<Line>[] = [
    { key: 'label', label: 'Bookings and messages', read: ({ label }) => label },
    { key: 'now', label: 'Now', read: ({ says }) => says(now) },
    ...(isCompared ? [{ key: 'before', label: 'Before', read: ({ says }: Line) => says(before) }] : []),
  ]
  return (
    <Section title="Do we answer within 24 hours?" size="half" says={sentence(now)}>
      <ChartFigure
        caption="Yellow: the median time from arrival to answer. Dashed: the previous period. Red: the promised limit."
        table={
          <DataTable
            caption="Answers to bookings and messages"
            columns={columns}
            rows={lines}
            keyOf={({ label }) => label}
          />
        }
      >
        <dl className={`${layout.row} ${css.answers}`}>
          <div>
            <dt>within 24 hours</dt>
            <dd className={layout.figure}>{share(now.within_24h, now.due)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>
              {beforeWords(share(before.within_24h, before.due), before)}
            </dd>
          </div>
          <div>
            <dt>median time to answer</dt>
            <dd className={layout.figure}>{medianWords(now)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>{beforeWords(medianWords(before), before)}</dd>
          </div>
          <div data-is-bad={now.breached > 0}>
            <dt>late</dt>
            <dd className={layout.figure}>{count(now.breached)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>{beforeWords(count(before.breached), before)}</dd>
          </div>
        </dl>
        <HourRuler value={hoursOf(now)} before={isCompared ? hoursOf(before) : null} promise={24} />
      </ChartFigure>
    </Section>
  )
}

function sentence({ due, within_24h: kept, breached }: Figures): string {
  if (due === 0) return 'No booking or message from this period has been answered or is due yet.'
  const rest = breached === 0 ? 'None was late.' : `Late or still waiting: ${count(breached)}.`
  return `Answered within 24 hours: ${count(kept)} of ${counted(due, 'booking or message', 'bookings and messages')}. ${rest}`
}
