import { deliveryFrameworks, type Phase } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import css from './phases.module.css'

const { phasesWords } = deliveryFrameworks

/** One phase: how long, what is done, what comes out, and what we would do again. */
export function PhaseRow({ phase }: { phase: Phase }) {
  const columns = [
    { label: phasesWords.activitiesLabel, items: phase.activities },
    { label: phasesWords.deliverablesLabel, items: phase.deliverables },
    { label: phasesWords.bestPracticesLabel, items: phase.bestPractices },
  ]
  return (
    <li className={`${frame.split64} ${css.phase}`}>
      <div className={css.phaseRowHead}>
        <h3>{phase.phase}</h3>
        <p className={`${frame.figure} ${css.duration}`}>{phase.duration}</p>
      </div>
      <dl className={css.columns}>
        {columns.map((column) => (
          <div key={column.label}>
            <dt>{column.label}</dt>
            {column.items.map((item) => (
              <dd key={item}>{item}</dd>
            ))}
          </div>
        ))}
      </dl>
    </li>
  )
}
