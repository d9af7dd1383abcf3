import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import { recordKeys } from '#desk/lib/shortcuts.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import css from './bookings.module.css'
import { reasonWords } from './host-words.ts'

interface HostChoiceProps {
  label: string
  hosts: readonly HostForCall[]
  /** Null: not chosen yet. */
  value: string | null
  onChange: (host: string) => void
  /** Whether the key that gives a record to somebody leads here. */
  hasKey?: boolean
}

/** All who could hold the call: hosts with the reasons that speak against them, then colleagues who take no calls by themselves. */
export function HostChoice({ label, hosts, value, onChange, hasKey = false }: HostChoiceProps) {
  const me = useMe()
  const people = usePeople()
  const id = useId()
  const named = (person: { id: string; name: string }) =>
    person.id === me.id ? `${person.name} (you)` : person.name
  const others = people.able.filter((person) => !hosts.some((host) => host.id === person.id))
  const isKnown = value === null || [...hosts, ...others].some((person) => person.id === value)
  return (
    <div className={controls.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={`${controls.control} ${controls.large} ${css.control}`}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        {...(hasKey && { 'aria-keyshortcuts': recordKeys.assign })}
      >
        {value === null && <option value="">Nobody</option>}
        <optgroup label="Take calls">
          {hosts.map((host) => (
            <option key={host.id} value={host.id}>
              {named(host)}: {reasonWords(host)}
            </option>
          ))}
        </optgroup>
        {others.length > 0 && (
          <optgroup label="Have no hours of their own">
            {others.map((person) => (
              <option key={person.id} value={person.id}>
                {named(person)}
              </option>
            ))}
          </optgroup>
        )}
        {!isKnown && <option value={value}>{people.actor(value)}</option>}
      </select>
    </div>
  )
}
