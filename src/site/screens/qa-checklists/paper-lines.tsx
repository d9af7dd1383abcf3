import { qaChecklists } from '#content/qa-checklists.ts'
import { useNow } from '#site/lib/use-now.ts'
import css from './checklist.module.css'

const { paper } = qaChecklists
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** On paper only: who tested what, to fill in by hand, and the day it was printed. */
export function PaperLines() {
  const now = useNow()
  return (
    <p className={css.lines}>
      {paper.blanks.map((blank) => (
        <span key={blank} className={css.blank}>
          {blank}
        </span>
      ))}
      {now && <span>{paper.printed(day.format(now))}</span>}
    </p>
  )
}
