import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { Board } from '#ui/board.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import css from './kpi-board.module.css'
import { KpiTarget } from './kpi-target.tsx'

const { kpiGroups, kpisWords } = deliveryFrameworks

/** Nine targets on a board, a row for each group. */
export function KpiBoard() {
  return (
    <Board>
      <SectionHead title={kpisWords.title}>
        <p>{kpisWords.text}</p>
      </SectionHead>
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
    </Board>
  )
}
