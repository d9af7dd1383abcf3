import { deliveryFrameworks, type Phase } from '#content/delivery-frameworks.ts'
import css from './phase-row.module.css'

const { phasesWords } = deliveryFrameworks

/** One phase: how long, what is done, what comes out, and what we would do again. */
export function PhaseRow({ phase }: { phase: Phase }) {
  const columns = [
    { label: phasesWords.activitiesLabel, items: phase.activities },
    { label: phasesWords.deliverablesLabel, items: phase.deliverables },
    { label: phasesWords.bestPracticesLabel, items: phase.bestPractices },
  ]
  return (
    <li className={css.phase}>
      <div className={css.head}>
        <h3>{phase.phase}</h3>
        <p className={css.duration}>{phase.duration}</p>
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
