import { partner360 } from '#content/partner360.ts'
import frame from '#site/lib/frame.module.css'
import { Board } from '#ui/board.tsx'
import layout from '#ui/layout.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import css from './partner360.module.css'

const { stacks } = partner360

/** Three columns of one timetable; a customer passes along the line above them. */
export function Stacks() {
  return (
    <Board>
      <SectionHead title={stacks.title}>
        <p>{stacks.text}</p>
      </SectionHead>
      <ol className={css.stacks}>
        {stacks.items.map((stack) => (
          <li key={stack.name} className={css.stack}>
            <p className={css.moment}>{stack.moment}</p>
            <div className={css.about}>
              <h3 className={css.stacksName}>{stack.name}</h3>
              <p className={css.question}>{stack.question}</p>
              <p>{stack.description}</p>
            </div>
            <div>
              <p className={`${layout.note} ${css.label}`}>{stacks.featuresLabel}</p>
              <ul className={`${frame.lines} ${css.features}`}>
                {stack.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </div>
            <div>
              <p className={`${layout.note} ${css.label}`}>{stacks.outcomesLabel}</p>
              <ul className={css.outcomes}>
                {stack.outcomes.map((outcome) => (
                  <li key={outcome}>{outcome}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </Board>
  )
}
