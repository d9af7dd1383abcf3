import { useState } from 'react'
import { byteOrderMark, csvOf, saveFile } from '#desk/lib/csv.ts'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { dataOrThrow, errorMessage } from '#desk/lib/failure.ts'
import { useAttempt } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { type Insights, insightReports } from '#shared/contract/insights.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './insights.module.css'
import { type Report, rowsOf } from './reports.ts'
import { InsightsSection } from './section.tsx'
import { useBrowserErrors } from './use-insights.ts'

const words: Readonly<Record<Report, string>> = {
  figures: 'Figures, funnel and answers',
  days: 'Days',
  origins: 'Sources, campaigns and first pages',
  views: 'Pages',
  faults: 'Errors',
  outcomes: 'Outcomes',
}

/** Lets owners and agents export each report as a file. */
export function ExportReports({ data }: { data: Insights }) {
  const { range, visitor } = data
  const faults = useBrowserErrors(range, visitor).data
  const { isBusy, problem, attempt } = useAttempt(errorMessage)
  const [saved, setSaved] = useState(0)
  const me = useMe()
  if (!mayEdit(me) || !faults) return null
  async function take(report: Report, shown: NonNullable<typeof faults>) {
    const rows = rowsOf(report, data, shown)
    setSaved(0)
    const isNoted = await attempt(async () =>
      dataOrThrow(
        await supabase.rpc('record_insights_export', {
          report,
          from_day: range.from,
          to_day: range.to,
          visitor,
          lines: rows.length,
        }),
      ),
    )
    if (!isNoted) return
    const name = `insights_${report}-${range.from}-to-${range.to}.csv`
    saveFile(new Blob([byteOrderMark, csvOf(rows)], { type: 'text/csv; charset=utf-8' }), name)
    setSaved(rows.length)
  }
  return (
    <InsightsSection
      title="Export the figures"
      note="CSV files for the dates and visitors selected above. Each export is recorded in the audit log."
    >
      <div className={layout.row}>
        {insightReports.map((report) => (
          <Button
            key={report}
            size="small"
            aria-disabled={isBusy}
            aria-label={`${words[report]} as CSV`}
            onClick={() => !isBusy && void take(report, faults)}
          >
            {words[report]}
          </Button>
        ))}
      </div>
      <p className={`${layout.small} ${layout.numbers} ${problem ? layout.alert : ''} ${css.state}`} role="status">
        {problem ?? (saved > 0 && `Saved: ${countWithNoun(saved, 'row')}`)}
      </p>
    </InsightsSection>
  )
}
