import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { hostsForCall } from '#desk/features/calls/api.ts'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import { recordKeys } from '#desk/lib/shortcuts.ts'
import { useChanges } from '#desk/lib/supabase.ts'
import type { HostForCall, HostReason } from '#shared/contract/hosts.ts'
import { isolate } from '#shared/lib/display-text.ts'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'

interface CallHostProps {
  assignedTo: string | null
  /** Of the time in the form; none where nobody takes calls. */
  hosts: readonly HostForCall[]
  /** Before the first answer nothing is said of anybody. */
  isAsking: boolean
  /** Who gets the call as the form stands. */
  holder: string
  onChange: (host: string) => void
}

/** The host whose calendar gets the call. */
export function CallHost({ assignedTo, hosts, isAsking, holder, onChange }: CallHostProps) {
  const me = useMe()
  const { actor: nameOf } = usePeople()
  if (isAsking) return <p className={layout.note}>Asking who is free then…</p>
  if (hosts.length === 0) {
    if (assignedTo === null)
      return <p className={layout.note}>Nobody has this call: it becomes yours, with its invitation.</p>
    return (
      <p className={layout.note}>
        {assignedTo === me.id
          ? 'The invitation comes to you.'
          : `The invitation goes to ${nameOf(assignedTo)}.`}
      </p>
    )
  }
  const proposed = hosts.find((host) => host.is_proposed)
  const chosen = hosts.find((host) => host.id === holder)
  return (
    <div className={layout.tight}>
      <HostChoice label="Who takes the call" hosts={hosts} value={holder} onChange={onChange} />
      <div className={layout.note} aria-live="polite">
        {!proposed && <p>None of those who take calls is free then.</p>}
        {proposed && proposed.id !== holder && <p>Proposed: {proposalWords(proposed, hosts)}</p>}
        {proposed && proposed.id === holder && <p>{proposalWords(proposed, hosts)}</p>}
        {chosen && !chosen.is_free && (
          <p className={css.against}>
            {isolate(chosen.name)}: {reasonWords(chosen)}.
          </p>
        )}
      </div>
    </div>
  )
}

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

const reasons: Readonly<Record<HostReason, string>> = {
  overlap: 'has another call then',
  past: 'that time has passed',
  day_off: 'a day off',
  outside_hours: 'outside their hours',
  week_full: 'the week is full',
  busy: 'busy in their calendar',
  break: 'too short a break',
  day_full: 'has as many calls that day as they take',
  asked: 'another request has picked that time',
}

/** Why a host should not hold the call, or that they are free. */
const reasonWords = (host: HostForCall): string =>
  host.is_free ? 'free' : host.reasons.map((reason) => reasons[reason]).join(', ')

/** Why this host is proposed, of all of them. */
function proposalWords(host: HostForCall, hosts: readonly HostForCall[]): string {
  const name = isolate(host.name)
  if (host.is_held) return `${name}: the time is held with them for this request.`
  if (hosts.length === 1) return `${name}: free then.`
  if (hosts.filter(({ is_free }) => is_free).length === 1) return `${name}: the only one who is free then.`
  return host.last_given_at === null
    ? `${name}: free then, and was given no call so far.`
    : `${name}: free then, and was given no call for the longest.`
}

/** Who could hold the call then, asked again whenever a booking changes: a colleague may have given them another call. */
export function useHosts(request: ReturnType<typeof hostsForCall>, isAsked: boolean) {
  useChanges('strategy_call_bookings', ['bookings', 'hosts'])
  return useQuery({ ...request, enabled: isAsked, placeholderData: keepPreviousData })
}
