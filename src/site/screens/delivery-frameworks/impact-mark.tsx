import type { Risk } from '#content/delivery-frameworks.ts'
import layout from '#ui/layout.module.css'
import css from './risks.module.css'

const steps = { Medium: 2, High: 3 } as const

/** The impact as a word, and as steps for the eye that runs down the column. */
export function ImpactMark({ impact }: Pick<Risk, 'impact'>) {
  return (
    <span className={`${layout.inline} ${css.impact}`}>
      <svg width="22" height="16" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <rect
            key={step}
            className={step <= steps[impact] ? css.full : css.empty}
            x={(step - 1) * 8 + 0.75}
            y={15.25 - step * 4.5}
            width="4.5"
            height={step * 4.5}
          />
        ))}
      </svg>
      {impact}
    </span>
  )
}
