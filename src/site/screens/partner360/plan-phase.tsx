import { type PlanPhase as Phase, partner360 } from '#content/partner360.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './plan.module.css'

const { plan } = partner360

interface PlanPhaseProps {
  phase: Phase
  /** The last phase, which all others work towards. */
  launches: boolean
}

/** One phase: its weeks on the ruler, its bar, and what happens in it. */
export function PlanPhase({ phase, launches }: PlanPhaseProps) {
  const length = phase.toWeek - phase.fromWeek + 1
  const weeks = Array.from({ length }, (_, index) => phase.fromWeek + index)
  return (
    <li className={css.phase} data-length={length} data-launch={launches || undefined}>
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
