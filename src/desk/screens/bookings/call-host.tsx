import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import css from './call-form.module.css'

/** In whose calendar the call will stand: whoever has it, else whoever confirms it. */
export function CallHost({ id }: { id: string | null }) {
  const me = useMe()
  const { actor: nameOf } = usePeople()
  if (id === null)
    return <p className={css.quiet}>Nobody has this call: it becomes yours, with its invitation.</p>
  return (
    <p className={css.quiet}>
      {id === me.id ? 'The invitation comes to you.' : `The invitation goes to ${nameOf(id)}.`}
    </p>
  )
}
