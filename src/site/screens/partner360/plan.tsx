import { partner360 } from '#content/partner360.ts'
import css from './plan.module.css'
import { PlanPhase } from './plan-phase.tsx'

const { plan } = partner360

/** Where links to the plan lead. */
export const planId = 'plan'

/** Twelve weeks across the page, or down it on a phone; every phase starts where its weeks do. */
export function Plan() {
  return (
    <section className={css.section} id={planId}>
      <div className={css.inner}>
        <div className={css.head}>
          <h2 tabIndex={-1}>{plan.title}</h2>
          <p className={css.text}>{plan.text}</p>
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
