import { usePeople } from '#desk/lib/people.ts'
import css from './cells.module.css'

export function Assignee({ id }: { id: string | null }) {
  const { actor: nameOf } = usePeople()
  return id === null ? <span className={css.soft}>nobody</span> : <span>{nameOf(id)}</span>
}
