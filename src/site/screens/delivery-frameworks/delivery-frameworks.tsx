import { useState } from 'react'
import { deliveryFrameworks, type Method, type Phase } from '#content/delivery-frameworks.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { PackOffer } from '#site/features/packs/pack-link.tsx'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { PageHead, SectionHead } from '#site/lib/section.tsx'
import { track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './phases.module.css'
import { Gates, KpiBoard, Risks } from './quality.tsx'
import { Schedule } from './schedule.tsx'

const { hero, closing, methods, methodLabel, methodNote, defaultMethod, phases, phasesWords } = deliveryFrameworks

export function Screen() {
  return (
    <>
      <PageHead words={hero} figures={hero.facts} below={<Schedule />}>
        <PackOffer pack="delivery-framework" place="delivery-frameworks" />
      </PageHead>
      <MethodChoice />
      <Phases />
      <Gates />
      <Risks />
      <KpiBoard />
      <CallBanner title={closing.title} text={closing.text} look="line">
        <ViewLink to="qa-checklists">{closing.next}</ViewLink>
      </CallBanner>
    </>
  )
}

const options = methods.map(({ id, label }) => ({ value: id, label }))

/** The selected method is only a value of the form: the plan below is the same for all four methods. */
function MethodChoice() {
  const [method, setMethod] = useState<Method>(defaultMethod)
  const choose = (value: Method) => {
    setMethod(value)
    if (value !== method) track('engagement', { action: 'tab', place: 'delivery-frameworks', value })
  }
  return (
    <section className={`${frame.split64} ${layout.page} ${layout.scripted} ${css.method}`}>
      <p className={css.label} aria-hidden="true">
        {methodLabel}
      </p>
      <ToggleGroup label={methodLabel} options={options} value={method} onChange={choose} />
      <p className={css.note}>{methodNote}</p>
    </section>
  )
}

function Phases() {
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

function PhaseRow({ phase }: { phase: Phase }) {
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
