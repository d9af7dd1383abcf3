import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { ImpactMark } from './impact-mark.tsx'
import css from './risks.module.css'

const { risks, risksWords } = deliveryFrameworks

/** A table of four risks; on a phone each row becomes a block with its own labels. */
export function Risks() {
  return (
    <section className={css.section}>
      <div className={css.head}>
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
                <span className={css.label}>{risksWords.impactLabel}</span>
                <ImpactMark impact={impact} />
              </td>
              <td>
                <span className={css.label}>{risksWords.mitigationLabel}</span>
                {mitigation}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
