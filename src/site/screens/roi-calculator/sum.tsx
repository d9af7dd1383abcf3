import { roiCalculator } from '#content/roi-calculator.ts'
import { figure } from '#content/roi-lines.ts'
import { roundHours } from '#shared/lib/roi.ts'
import layout from '#ui/layout.module.css'
import css from './roi-calculator.module.css'
import { useCalculator } from './use-calculator.ts'

const { sum } = roiCalculator.hero

/** The whole calculation as one would write it on paper; it follows the fields below. */
export function Sum() {
  const { input, roi } = useCalculator().sound
  const lines = [
    { words: sum.today(figure(input.proposals), figure(input.hours)), hours: roi.hoursToday },
    { words: sum.withUs(figure(input.speed)), hours: -roi.hoursWith },
    { words: sum.left, hours: roi.hoursFreed },
  ]
  return (
    <dl>
      {lines.map(({ words, hours }) => (
        <div key={words} className={`${layout.spread} ${css.line}`}>
          <dt>{words}</dt>
          <dd className={css.hours}>
            {hours < 0 && '− '}
            {figure(roundHours(Math.abs(hours)))} h
          </dd>
        </div>
      ))}
    </dl>
  )
}
