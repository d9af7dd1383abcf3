import { unseen } from '#ui/unseen.ts'
import css from './kpi-board.module.css'

/** A target with its number set large and the words around it small. */
export function KpiTarget({ label, target }: { label: string; target: string }) {
  const [before, figure, after] = target.split(/(\S*\d\S*)/)
  return (
    <span className={css.target}>
      <span className={unseen}>{label}</span> {before && <span className={css.word}>{before}</span>}
      {figure}
      {after && <span className={css.word}>{after}</span>}
    </span>
  )
}
