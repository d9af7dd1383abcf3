import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import { ImpactMark } from './impact-mark.tsx'
import css from './risks.module.css'

const { risks, risksWords } = deliveryFrameworks

/** A table of four risks; on a phone each row becomes a block with its own labels. */
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
