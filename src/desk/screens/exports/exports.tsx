import controls from '#desk/lib/controls.module.css'
import { exportStatusText, useExport } from '#desk/lib/csv-export.ts'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { Page, Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { lastDay } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import css from './one-export.module.css'

export function Screen() {
  const me = useMe()
  return (
    <Page title="Exports">
      {mayEdit(me) ? (
        <>
          <p className={pieces.about}>
            CSV files for spreadsheets. Each export is recorded in the audit log. An apostrophe precedes any text or
            phone number that a spreadsheet would treat as a formula.
          </p>
          <ExportForm
            name="export_bookings"
            title="Bookings"
            text="Everything that visitors sent, and the status of each booking. Leave the dates empty to export everything."
          />
          <ExportForm
            name="export_messages"
            title="Messages"
            text="Everything that visitors wrote, and the status of each message. Leave the dates empty to export everything."
          />
          <ExportForm
            name="export_interactions"
            title="Visits"
            text="All interactions during visits, without names. Dates are in UTC. Choose a range of at most two years."
            mustHaveDays
          />
        </>
      ) : (
        <EmptyState
          title="Only owners and agents can export"
          text="Ask an owner or an agent for the file that you need."
        />
      )}
    </Page>
  )
}

interface ExportFormProps {
  /** The database function that returns the rows. */
  name: string
  title: string
  text: string
  mustHaveDays?: boolean
}

/** One kind of export: its dates, its progress and its result. */
function ExportForm({ name, title, text, mustHaveDays = false }: ExportFormProps) {
  const { state, start, stop } = useExport()
  return (
    <Section title={title} text={text} className={css.export}>
      <form
        className={`${layout.bar} ${css.form}`}
        onSubmit={handleSubmit((form) => {
          // An empty date field sets no limit.
          const [from, to] = [textOf(form, 'from'), textOf(form, 'to')]
          void start(name, { ...(from && { from_day: from }), ...(to && { to_day: to }) })
        })}
      >
        {(['from', 'to'] as const).map((bound) => (
          <label key={bound} className={controls.field}>
            {bound === 'from' ? 'From' : 'To'}
            <input
              className={`${controls.control} ${controls.large}`}
              type="date"
              max={lastDay}
              name={bound}
              required={mustHaveDays}
            />
          </label>
        ))}
        {state.kind === 'busy' ? (
          <Button onClick={stop}>Cancel</Button>
        ) : (
          <Button type="submit" aria-label={`Export ${title.toLowerCase()}`}>
            Export
          </Button>
        )}
        <p
          className={`${layout.small} ${layout.numbers} ${state.kind === 'failed' ? layout.alert : ''} ${css.state}`}
          role="status"
        >
          {exportStatusText(state)}
        </p>
      </form>
    </Section>
  )
}
