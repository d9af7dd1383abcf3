import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useMe } from '#desk/lib/door.ts'
import css from './whose.module.css'

interface WhoseProps {
  people: readonly { id: string; name: string }[]
  chosen: string | undefined
}

/** Whose hours are shown. */
export function Whose({ people, chosen }: WhoseProps) {
  const me = useMe()
  const id = useId()
  const navigate = useNavigate()
  return (
    <p className={css.whose}>
      <label htmlFor={id}>Hours of</label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ target: { value } }) =>
          void navigate({ to: '/hours', search: value === me.id ? {} : { host: value } })
        }
      >
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.id === me.id ? `${one.name} (you)` : one.name}
          </option>
        ))}
      </select>
    </p>
  )
}
