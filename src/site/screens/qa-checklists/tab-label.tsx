import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import css from './qa-checklists.module.css'
import { useTicks } from './use-ticks.ts'

interface TabLabelProps {
  id: ChecklistId
  label: string
  /** How many items the list holds. */
  total: number
}

/** The name of a list and how far it is, so that all six can be seen at once. */
export function TabLabel({ id, label, total }: TabLabelProps) {
  const done = useTicks(id).size
  return (
    <>
      <span className={css.label}>{label}</span>{' '}
      <span className={css.progress}>{qaChecklists.ticking.tabProgress(done, total)}</span>
      <svg className={css.bar} width="100%" height="4" aria-hidden="true">
        <rect className={css.done} width={`${(done / total) * 100}%`} height="4" />
      </svg>
    </>
  )
}
