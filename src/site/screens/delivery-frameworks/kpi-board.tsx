import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import css from './kpi-board.module.css'
import { KpiTarget } from './kpi-target.tsx'

const { kpiGroups, kpisWords } = deliveryFrameworks

/** Nine targets on a board, a row for each group. */
export function KpiBoard() {
  return (
    <section className={css.board}>
      <div className={css.inner}>
        <div className={css.head}>
          <h2>{kpisWords.title}</h2>
          <p>{kpisWords.text}</p>
        </div>
        {kpiGroups.map((group) => (
          <div key={group.title} className={css.group}>
            <h3>{group.title}</h3>
            <dl className={css.kpis}>
              {group.kpis.map((kpi) => (
                <div key={kpi.name} className={css.kpi}>
                  <dt className={css.name}>{kpi.name}</dt>
                  <dd>
                    <KpiTarget label={kpisWords.targetLabel} target={kpi.target} />
                  </dd>
                  <dd className={css.measure}>{kpi.measure}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}
