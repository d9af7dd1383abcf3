import type { ReactNode } from 'react'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { SectionHead } from '#ui/section-head.tsx'
import { PhaseRow } from './phase-row.tsx'
import css from './phases.module.css'

const { phases, phasesWords } = deliveryFrameworks

/** The six phases: first the schedule given as children, then what happens in each. */
export function Phases({ children }: { children: ReactNode }) {
  return (
    <section className={css.section}>
      <SectionHead title={phasesWords.title}>
        <p>{phasesWords.text}</p>
      </SectionHead>
      {children}
      <ol className={css.phases}>
        {phases.map((phase) => (
          <PhaseRow key={phase.phase} phase={phase} />
        ))}
      </ol>
    </section>
  )
}
