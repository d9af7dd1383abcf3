import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { answer } from '#content/roi-lines.ts'
import { roiFields } from '#shared/lib/roi.ts'
import layout from '#ui/layout.module.css'
import css from './roi-calculator.module.css'
import { useCalculator } from './use-calculator.ts'

/** The result in two sentences, in sight while one types; it says when it waits for a field. */
export function Answer() {
  const { sound, faults } = useCalculator()
  const [today, withUs] = answer(sound)
  const wrong = roiFields.find((field) => faults[field])
  return (
    <div className={`${layout.unprinted} ${css.answer}`} role="status">
      <p className={css.sentence}>
        {today} <span className={css.withUs}>{withUs}</span>
      </p>
      {wrong && <p className={css.waiting}>{roiCalculator.waiting(roiWords[wrong].label)}</p>}
    </div>
  )
}
