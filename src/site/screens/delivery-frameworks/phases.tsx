import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import layout from '#ui/layout.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import { PhaseRow } from './phase-row.tsx'
import css from './phases.module.css'

const { phases, phasesWords } = deliveryFrameworks

/** What happens in each of the six phases, and what comes of it. */
export function Phases() {
  return (
    <section className={`${layout.page} ${css.section}`}>
      <SectionHead title={phasesWords.title}>
        <p>{phasesWords.text}</p>
      </SectionHead>
      <ol className={layout.ruled}>
        {phases.map((phase) => (
          <PhaseRow key={phase.phase} phase={phase} />
        ))}
      </ol>
    </section>
  )
}
