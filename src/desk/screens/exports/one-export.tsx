import { useId } from 'react'
import { exportInWords } from '#desk/lib/export-words.ts'
import { sends, textOf } from '#desk/lib/form.ts'
import { lastDay } from '#desk/lib/last-day.ts'
import { useExport } from '#desk/lib/use-export.ts'
import { Button } from '#ui/button.tsx'
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
    <section className={css.export} aria-labelledby={id}>
      <div>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        <p className={css.text}>{text}</p>
      </div>
      <form
        className={css.form}
        onSubmit={sends((form) => {
          // Empty for no bound.
          const [from, to] = [textOf(form, 'from'), textOf(form, 'to')]
          void start(name, { ...(from && { from_day: from }), ...(to && { to_day: to }) })
        })}
      >
        <label className={css.day}>
          From
          <input type="date" max={lastDay} name="from" required={mustHaveDays} />
        </label>
        <label className={css.day}>
          To
          <input type="date" max={lastDay} name="to" required={mustHaveDays} />
        </label>
        {state.kind === 'busy' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button type="submit" aria-label={`Export ${title.toLowerCase()}`}>
            Export
          </Button>
        )}
        <p className={state.kind === 'failed' ? css.problem : css.state} role="status">
          {exportInWords(state)}
        </p>
      </form>
    </section>
  )
}
