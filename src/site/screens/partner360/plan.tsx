import { partner360 } from '#content/partner360.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './plan.module.css'
import { PlanPhase } from './plan-phase.tsx'

const { plan } = partner360

/** Where links to the plan lead. */
export const planId = 'plan'

/** Twelve weeks across the page, or down it on a phone; every phase starts where its weeks do. */
export function Plan() {
  return (
    <section className={css.section} id={planId}>
      <div className={layout.page}>
        <div className={`${frame.split56} ${css.head}`}>
          <h2 tabIndex={-1}>{plan.title}</h2>
          <p className={layout.lead}>{plan.text}</p>
        </div>
        <p className={css.unit} aria-hidden="true">
          {plan.weekLabel}
        </p>
        <ol className={css.phases} data-chart="">
          {plan.phases.map((phase) => (
            <PlanPhase key={phase.title} phase={phase} launches={phase.toWeek === plan.weeks} />
          ))}
        </ol>
      </div>
    </section>
  )
}
