import { deliveryFrameworks, type Risk } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import { DarkSection, SectionHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './quality.module.css'

const { gates, gatesWords, phases, risks, risksWords, kpiGroups, kpisWords } = deliveryFrameworks

/** A line of phases with gates between them: horizontal on wide screens, vertical on narrow ones. */
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

/** A table of risks; on a phone, each row becomes a block with labels. */
export function Risks() {
  return (
    <section className={`${frame.split64} ${layout.page}`}>
      <div className={layout.top}>
        <h2>{risksWords.title}</h2>
        <p>{risksWords.text}</p>
      </div>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{risksWords.riskLabel}</th>
            <th scope="col">{risksWords.impactLabel}</th>
            <th scope="col">{risksWords.mitigationLabel}</th>
          </tr>
        </thead>
        <tbody>
          {risks.map(({ risk, impact, mitigation }) => (
            <tr key={risk}>
              <th scope="row">{risk}</th>
              <td>
                <span className={`${layout.note} ${css.label}`}>{risksWords.impactLabel}</span>
                <ImpactMark impact={impact} />
              </td>
              <td>
                <span className={`${layout.note} ${css.label}`}>{risksWords.mitigationLabel}</span>
                {mitigation}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const steps = { Medium: 2, High: 3 } as const

/** The impact as a word, and as bars that make the column easy to scan. */
function ImpactMark({ impact }: Pick<Risk, 'impact'>) {
  return (
    <span className={`${layout.inline} ${css.impact}`}>
      <svg width="22" height="16" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <rect
            key={step}
            className={step <= steps[impact] ? css.full : css.empty}
            x={(step - 1) * 8 + 0.75}
            y={15.25 - step * 4.5}
            width="4.5"
            height={step * 4.5}
          />
        ))}
      </svg>
      {risksWords.impacts[impact]}
    </span>
  )
}

export function KpiBoard() {
  return (
    <DarkSection>
      <SectionHead title={kpisWords.title}>
        <p>{kpisWords.text}</p>
      </SectionHead>
      {kpiGroups.map((group) => (
        <div key={group.title} className={`${frame.split64} ${css.group}`}>
          <h3>{group.title}</h3>
          <dl className={css.kpis}>
            {group.kpis.map((kpi) => (
              <div key={kpi.name} className={css.kpi}>
                <dt className={css.kpiName}>{kpi.name}</dt>
                <dd>
                  <KpiTarget label={kpisWords.targetLabel} target={kpi.target} />
                </dd>
                <dd className={`${layout.note} ${css.measure}`}>{kpi.measure}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </DarkSection>
  )
}

/** A target, with its number in large type and its words in small type. */
function KpiTarget({ label, target }: { label: string; target: string }) {
  const [before, figure, after] = target.split(/(\S*\d\S*)/)
  return (
    <span className={`${frame.bigFigure} ${css.target}`}>
      <span className={visuallyHidden}>{label}</span> {before && <span className={css.word}>{before}</span>}
      {figure}
      {after && <span className={css.word}>{after}</span>}
    </span>
  )
}
