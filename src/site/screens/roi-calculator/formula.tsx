import { formulaLines } from '#content/roi-formula.ts'
import { roiPaper } from '#content/roi-paper.ts'
import css from './formula.module.css'
import { useCalculator } from './use-calculator.ts'

const { formula } = roiPaper

/** Every step written out, as one would on paper: what it is, the terms, what comes of them. */
export function Formula() {
  const lines = formulaLines(useCalculator().sound)
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{formula.title}</h2>
        <p className={css.text}>{formula.text}</p>
      </div>
      <dl className={css.lines}>
        {lines.map(({ id, label, terms, sign, result, weight }) => (
          <div key={id} className={css.line} data-weight={weight}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.terms}>{terms}</dd>
            <dd className={css.result}>
              {sign} <strong>{result}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
