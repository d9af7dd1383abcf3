import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import { Board } from '#ui/board.tsx'
import layout from '#ui/layout.module.css'
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
        <div key={group.title} className={`${frame.split64} ${css.group}`}>
          <h3>{group.title}</h3>
          <dl className={css.kpis}>
            {group.kpis.map((kpi) => (
              <div key={kpi.name} className={css.kpi}>
                <dt className={css.name}>{kpi.name}</dt>
                <dd>
                  <KpiTarget label={kpisWords.targetLabel} target={kpi.target} />
                </dd>
                <dd className={`${layout.note} ${css.measure}`}>{kpi.measure}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Board>
  )
}
