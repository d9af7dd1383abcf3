import { usePeople } from '#desk/lib/people.ts'
import layout from '#ui/layout.module.css'

export function Assignee({ id }: { id: string | null }) {
  const { actor: nameOf } = usePeople()
  return id === null ? <span className={layout.tiny}>nobody</span> : <span>{nameOf(id)}</span>
}
