import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import layout from '#ui/layout.module.css'
import css from './hours.module.css'

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
    <p className={`${layout.cluster} ${layout.label}`}>
      <label htmlFor={id}>Hours of</label>
      <select
        id={id}
        className={`${controls.control} ${css.whose}`}
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
