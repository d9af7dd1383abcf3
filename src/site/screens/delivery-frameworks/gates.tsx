import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import css from './gates.module.css'

const { gates, gatesWords, phases } = deliveryFrameworks

/** A line of phases with a gate between each two: across on wide screens, downwards on narrow ones. */
export function Gates() {
  return (
    <section className={frame.sunken}>
      <div className={layout.page}>
        <SectionHead title={gatesWords.title}>
          <p>{gatesWords.text}</p>
        </SectionHead>
        <div className={css.line}>
          <p className={css.phase}>{phases[0].phase}</p>
          <ol className={css.gates}>
            {gates.map(({ gate, criteria }, index) => (
              <li key={gate} className={css.gate}>
                <h3 className={css.name}>{gate}</h3>
                <ul className={`${frame.lines} ${css.criteria}`}>
                  {criteria.map((criterion) => (
                    <li key={criterion}>{criterion}</li>
                  ))}
                </ul>
                <p className={css.phase}>
                  <span>{gatesWords.thenLabel}</span> {phases[index + 1]?.phase}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
