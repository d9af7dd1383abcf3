import type { MouseEvent } from 'react'
import { derivedClaims } from '#content/claims.ts'
import { partner360, planPhases } from '#content/partner360.ts'
import frame from '#site/lib/frame.module.css'
import { isPlainClick, prefersReducedMotion, viewHref } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './plan.module.css'

const { plan } = partner360

/** The target of links to the plan. */
const planId = 'plan'

/** The weeks across the page, or down the page on a phone; each phase starts at its first week. */
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
          {planPhases().map((phase) => (
            <PlanPhase
              key={phase.title}
              phase={phase}
              launches={phase.toWeek === Number(derivedClaims().programWeeks)}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface PlanPhaseProps {
  phase: ReturnType<typeof planPhases>[number]
  launches: boolean
}

function PlanPhase({ phase, launches }: PlanPhaseProps) {
  const length = phase.toWeek - phase.fromWeek + 1
  const weeks = Array.from({ length }, (_, index) => phase.fromWeek + index)
  return (
    <li className={css.phase} data-launch={launches || undefined}>
      <p className={css.weeks} aria-hidden="true">
        {weeks.map((week) => (
          <span key={week} className={css.week}>
            {week}
          </span>
        ))}
      </p>
      <div className={css.work}>
        <h3 className={css.bar} data-sweep="">
          {phase.title}
        </h3>
        <p className={`${layout.note} ${css.span}`}>{phase.weeks}</p>
        <p className={css.summary}>{phase.summary}</p>
        <p className={layout.note}>{plan.activitiesLabel}</p>
        <ul className={`${frame.lines} ${css.activities}`}>
          {phase.activities.map((activity) => (
            <li key={activity}>{activity}</li>
          ))}
        </ul>
      </div>
      <div className={css.result}>
        <p className={layout.note}>{plan.resultLabel}</p>
        <p>{phase.result}</p>
      </div>
    </li>
  )
}

/**
 * A link to the plan. With JavaScript, the link scrolls; following the anchor would add a history entry without a view.
 * Because the link has a full URL, the inline script queues clicks before hydration.
 */
export function PlanLink() {
  return (
    <a href={`${viewHref('partner360')}#${planId}`} onClick={goToPlan}>
      {partner360.hero.plan}
    </a>
  )
}

function goToPlan(event: MouseEvent) {
  const plan = document.getElementById(planId)
  if (!plan || !isPlainClick(event)) return
  event.preventDefault()
  plan.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  plan.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
