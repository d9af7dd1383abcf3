import { summaryGroups } from '#content/roi-formula.ts'
import { answer } from '#content/roi-lines.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { useNow } from '#site/lib/use-now.ts'
import { BookWithNumbers } from './book-with-numbers.tsx'
import css from './summary.module.css'
import { SummaryActions, sheetId } from './summary-actions.tsx'
import { useCalculator } from './use-calculator.ts'

const { summary } = roiPaper
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** The sheet to take along, and the ways to take it. On paper, the answer, chart and formula join it. */
export function Summary() {
  const { sound } = useCalculator()
  const now = useNow()
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{summary.title}</h2>
        <p>{summary.text}</p>
        <SummaryActions />
        <BookWithNumbers />
      </div>
      <div className={css.sheet} id={sheetId}>
        <h3 className={css.title}>{summary.heading}</h3>
        {now && <p className={css.printed}>{summary.printed(day.format(now))}</p>}
        <p className={css.answer}>{answer(sound).join(' ')}</p>
        {summaryGroups(sound).map(({ id, title, rows }) => (
          <div key={id}>
            <h4 className={css.group}>{title}</h4>
            <dl>
              {rows.map(({ field, label, value, origin }) => (
                <div key={field} className={css.row}>
                  <dt>
                    {label}
                    {origin && <span className={css.origin}> ({origin})</span>}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}
