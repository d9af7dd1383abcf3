import { derivedClaims, promises } from '#content/claims.ts'
import { HourRuler } from '#desk/features/charts/bars.tsx'
import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { formatCount, formatShare, noValue } from '#desk/features/charts/chart-labels.ts'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { formatSpan } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import { InsightsSection } from './section.tsx'

type AnswerFigures = Insights['answers']['now']
interface AnswerRow {
  label: string
  says: (figures: AnswerFigures) => string
}

const medianWords = ({ median_seconds: median }: AnswerFigures) =>
  median === null ? noValue : formatSpan(median * 1000)

const lines: AnswerRow[] = [
  { label: 'Median time to answer', says: medianWords },
  { label: 'Answered', says: ({ answered }) => formatCount(answered) },
  { label: 'Answered in time', says: ({ in_time: kept }) => formatCount(kept) },
  { label: 'Answered or overdue', says: ({ due }) => formatCount(due) },
  { label: 'Share answered in time', says: ({ in_time: kept, due }) => formatShare(kept, due) },
  { label: 'Late', says: ({ breached }) => formatCount(breached) },
]
const hoursOf = ({ median_seconds: median }: AnswerFigures) => (median === null ? null : median / 3600)

export function AnswerTimes({ answers, isCompared }: { answers: Insights['answers']; isCompared: boolean }) {
  const beforeWords = (words: string, { due }: AnswerFigures) =>
    isCompared ? (due === 0 ? 'no earlier data' : `${words} before`) : 'not compared'
  const { now, before } = answers
  const columns: DataColumn<AnswerRow>[] = [
    { key: 'label', label: 'Bookings and messages', read: ({ label }) => label },
    { key: 'now', label: 'Now', read: ({ says }) => says(now) },
    ...(isCompared ? [{ key: 'before', label: 'Previous period', read: ({ says }: AnswerRow) => says(before) }] : []),
  ]
  return (
    <InsightsSection title="Do we answer in time?" size="half" says={describeAnswers(now)}>
      <ChartFigure
        caption={`Yellow: the median time from receipt to answer. Dashed: the previous period. Red: the current promise, ${derivedClaims().answerWithin}.`}
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
            <dt>answered in time</dt>
            <dd className={layout.figure}>{formatShare(now.in_time, now.due)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>
              {beforeWords(formatShare(before.in_time, before.due), before)}
            </dd>
          </div>
          <div>
            <dt>median time to answer</dt>
            <dd className={layout.figure}>{medianWords(now)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>{beforeWords(medianWords(before), before)}</dd>
          </div>
          <div data-is-bad={now.breached > 0}>
            <dt>late</dt>
            <dd className={layout.figure}>{formatCount(now.breached)}</dd>
            <dd className={`${pieces.print} ${css.before}`}>{beforeWords(formatCount(before.breached), before)}</dd>
          </div>
        </dl>
        <HourRuler
          value={hoursOf(now)}
          before={isCompared ? hoursOf(before) : null}
          promise={Number(promises.answerHours)}
        />
      </ChartFigure>
    </InsightsSection>
  )
}

function describeAnswers({ due, in_time: kept, breached }: AnswerFigures): string {
  if (due === 0) return 'In this period, nothing has been answered yet, and nothing is overdue.'
  const rest = breached === 0 ? 'None was late.' : `Late or still waiting: ${formatCount(breached)}.`
  return `Answered in time: ${formatCount(kept)} of ${countWithNoun(due, 'booking or message', 'bookings and messages')}. ${rest}`
}
