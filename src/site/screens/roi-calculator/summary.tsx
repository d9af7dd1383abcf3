import { summaryGroups } from '#content/roi-formula.ts'
import { answer } from '#content/roi-lines.ts'
import { roiPaper } from '#content/roi-paper.ts'
import frame from '#site/lib/frame.module.css'
import { useNow } from '#site/lib/use-now.ts'
import layout from '#ui/layout.module.css'
import { BookWithNumbers } from './book-with-numbers.tsx'
import css from './paper.module.css'
import { SummaryActions, sheetId } from './summary-actions.tsx'
import { useCalculator } from './use-calculator.ts'

const { summary } = roiPaper
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** The sheet to take along, and the ways to take it. On paper, the answer, chart and formula join it. */
export function Summary() {
  const { sound } = useCalculator()
  const now = useNow()
  return (
    <section className={`${frame.split64} ${layout.page} ${css.summarySection}`}>
      <div className={`${layout.stack} ${layout.unprinted} ${layout.scripted} ${css.summaryHead}`}>
        <h2>{summary.title}</h2>
        <p>{summary.text}</p>
        <SummaryActions />
        <BookWithNumbers />
      </div>
      <div className={`${frame.split40} ${frame.sheet} ${css.sheet}`} id={sheetId}>
        <h3 className={css.summaryTitle}>{summary.heading}</h3>
        {now && <p className={css.printed}>{summary.printed(day.format(now))}</p>}
        <p className={css.answer}>{answer(sound).join(' ')}</p>
        {summaryGroups(sound).map(({ id, title, rows }) => (
          <div key={id}>
            <h4 className={css.group}>{title}</h4>
            <dl>
              {rows.map(({ field, label, value, origin }) => (
                <div key={field} className={`${layout.ends} ${css.row}`}>
                  <dt>
                    {label}
                    {origin && <span className={`${layout.note} ${css.origin}`}> ({origin})</span>}
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
