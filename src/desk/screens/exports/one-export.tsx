import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { exportInWords, useExport } from '#desk/lib/csv-export.ts'
import { sends, textOf } from '#desk/lib/form.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { lastDay } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './one-export.module.css'

interface OneExportProps {
  /** The database function that returns the rows. */
  name: string
  title: string
  text: string
  mustHaveDays?: boolean
}

/** One kind of export: its range of days, its progress, and its end. */
export function OneExport({ name, title, text, mustHaveDays = false }: OneExportProps) {
  const id = useId()
  const { state, start, stop } = useExport()
  return (
    <section className={`${pieces.section} ${css.export}`} aria-labelledby={id}>
      <div className={`${layout.tight} ${pieces.aside}`}>
        <h2 className={layout.title} id={id}>
          {title}
        </h2>
        <p className={layout.note}>{text}</p>
      </div>
      <form
        className={`${layout.bar} ${css.form}`}
        onSubmit={sends((form) => {
          // Empty for no bound.
          const [from, to] = [textOf(form, 'from'), textOf(form, 'to')]
          void start(name, { ...(from && { from_day: from }), ...(to && { to_day: to }) })
        })}
      >
        <label className={controls.field}>
          From
          <input
            className={`${controls.control} ${controls.large}`}
            type="date"
            max={lastDay}
            name="from"
            required={mustHaveDays}
          />
        </label>
        <label className={controls.field}>
          To
          <input
            className={`${controls.control} ${controls.large}`}
            type="date"
            max={lastDay}
            name="to"
            required={mustHaveDays}
          />
        </label>
        {state.kind === 'busy' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button type="submit" aria-label={`Export ${title.toLowerCase()}`}>
            Export
          </Button>
        )}
        <p
          className={`${layout.small} ${layout.numbers} ${state.kind === 'failed' ? layout.alert : ''} ${css.state}`}
          role="status"
        >
          {exportInWords(state)}
        </p>
      </form>
    </section>
  )
}
