import { formulaLines } from '#content/roi-formula.ts'
import { roiPaper } from '#content/roi-paper.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './paper.module.css'
import { useCalculator } from './use-calculator.ts'

const { formula } = roiPaper

/** Every step written out, as one would on paper: what it is, the terms, what comes of them. */
export function Formula() {
  const lines = formulaLines(useCalculator().sound)
  return (
    <section className={`${frame.split64} ${layout.page} ${css.formulaSection}`}>
      <div className={`${layout.top} ${css.formulaHead}`}>
        <h2>{formula.title}</h2>
        <p className={`${layout.soft} ${css.text}`}>{formula.text}</p>
      </div>
      <dl className={`${layout.ruled} ${css.lines}`}>
        {lines.map(({ id, label, terms, sign, result, weight }) => (
          <div key={id} className={`${frame.split40} ${frame.entry} ${css.line}`} data-weight={weight}>
            <dt className={css.label}>{label}</dt>
            <dd className={`${layout.soft} ${css.terms}`}>{terms}</dd>
            <dd className={css.result}>
              {sign} <strong>{result}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
