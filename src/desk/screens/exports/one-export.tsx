import { useId } from 'react'
import { counted } from '#desk/lib/counted.ts'
import { sends, textOf } from '#desk/lib/form.ts'
import { lastDay } from '#desk/lib/last-day.ts'
import { Button } from '#ui/button.tsx'
import css from './one-export.module.css'
import { useExport } from './use-export.ts'

interface OneExportProps {
  /** The function of the database that gives the rows. */
  name: string
  title: string
  text: string
  mustHaveDays?: boolean
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-GB')} kB`

/** One kind of file: from which day to which, how it goes, and that it is there. */
export function OneExport({ name, title, text, mustHaveDays = false }: OneExportProps) {
  const id = useId()
  const { state, start, stop } = useExport(name)
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
          void start(textOf(form, 'from'), textOf(form, 'to'))
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
          {state.kind === 'busy' && `Coming: ${kilobytes(state.bytes)}`}
          {state.kind === 'done' && `Saved: ${counted(state.lines, 'line')}, ${kilobytes(state.bytes)}`}
          {state.kind === 'stopped' && 'Stopped. Nothing was saved.'}
          {state.kind === 'failed' && state.says}
        </p>
      </form>
    </section>
  )
}
