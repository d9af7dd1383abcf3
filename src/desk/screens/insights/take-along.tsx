import { mayWork, useMe } from '#desk/lib/door.ts'
import { exportInWords } from '#desk/lib/export-words.ts'
import { useExport } from '#desk/lib/use-export.ts'
import { type InsightVisitor, insightReports } from '#shared/contract/insights.ts'
import { Button } from '#ui/button.tsx'
import type { DayRange } from './range.ts'
import { Section } from './section.tsx'
import css from './take-along.module.css'

const words: Readonly<Record<(typeof insightReports)[number], string>> = {
  figures: 'Figures, funnel and answers',
  days: 'Days',
  origins: 'Sources, campaigns and first pages',
  views: 'Pages',
  packs: 'Packs',
  vitals: 'Speed',
  faults: 'Faults',
}

/** Each report of the sheet as a file, for those who may take files. */
export function TakeAlong({ range, visitor }: { range: DayRange; visitor: InsightVisitor }) {
  const { state, start, stop } = useExport()
  const me = useMe()
  if (!mayWork(me)) return null
  const asked = { from_day: range.from, to_day: range.to, visitor }
  const isBusy = state.kind === 'busy'
  return (
    <Section
      title="Take the figures along"
      note="Files for a spreadsheet, with the days and visitors that are shown above. Each is written in the log."
    >
      <div className={css.reports}>
        {insightReports.map((report) => (
          <Button
            key={report}
            size="small"
            aria-disabled={isBusy}
            aria-label={`${words[report]} as CSV`}
            onClick={() => !isBusy && void start(`export_insights_${report}`, asked)}
          >
            {words[report]}
          </Button>
        ))}
        {isBusy && (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      <p className={state.kind === 'failed' ? css.problem : css.state} role="status">
        {exportInWords(state)}
      </p>
    </Section>
  )
}
