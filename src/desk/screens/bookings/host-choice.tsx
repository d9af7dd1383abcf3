import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { hostsForCallQuery } from '#desk/features/calls/api.ts'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { recordKeys } from '#desk/lib/shortcuts.ts'
import { useLiveInvalidation } from '#desk/lib/supabase.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import type { HostCandidate, HostConflict } from '#shared/contract/hosts.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'

interface HostFieldProps {
  assignedTo: string | null
  /** The hosts, and whether each is available at the chosen time. */
  hosts: readonly HostCandidate[]
  /** True while the hosts are loading. */
  isAsking: boolean
  /** The id of the selected member. */
  holder: string
  onChange: (host: string) => void
}

/** The host in whose calendar the call will appear. */
export function HostField({ assignedTo, hosts, isAsking, holder, onChange }: HostFieldProps) {
  const me = useMe()
  const { actor: nameOf, uniqueName } = useTeamMembers()
  if (isAsking) return <p className={layout.note}>Checking who is available…</p>
  if (hosts.length === 0) {
    if (assignedTo === null)
      return <p className={layout.note}>The call will be assigned to you, and you will get the invitation.</p>
    return (
      <p className={layout.note}>
        {assignedTo === me.id ? 'You will get the invitation.' : `${nameOf(assignedTo)} will get the invitation.`}
      </p>
    )
  }
  const proposed = hosts.find((host) => host.is_proposed)
  const chosen = hosts.find((host) => host.id === holder)
  return (
    <div className={layout.tight}>
      <HostSelect label="Host" hosts={hosts} value={holder} onChange={onChange} />
      <div className={layout.note} aria-live="polite">
        {!proposed && <p>No host is available at that time.</p>}
        {proposed && <p>Suggested: {describeSuggestion({ ...proposed, name: uniqueName(proposed) }, hosts)}</p>}
        {chosen && !chosen.is_free && (
          <p className={css.against}>
            {isolateBidi(uniqueName(chosen))}: {describeAvailability(chosen)}.
          </p>
        )}
      </div>
    </div>
  )
}

interface HostSelectProps {
  label: string
  hosts: readonly HostCandidate[]
  /** The id of the selected member; null if nobody is assigned. */
  value: string | null
  onChange: (host: string) => void
  /** True if the shortcut for assigning moves the focus to this field. */
  hasKey?: boolean
}

/** Lists everyone who can take the call: hosts with any reasons against them, then other members. */
export function HostSelect({ label, hosts, value, onChange, hasKey = false }: HostSelectProps) {
  const me = useMe()
  const people = useTeamMembers()
  const id = useId()
  const named = (person: { id: string; name: string }) =>
    `${people.uniqueName(person)}${person.id === me.id ? ' (you)' : ''}`
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
        {value === null && <option value="">Unassigned</option>}
        <optgroup label="Hosts">
          {hosts.map((host) => (
            <option key={host.id} value={host.id}>
              {named(host)}: {describeAvailability(host)}
            </option>
          ))}
        </optgroup>
        {others.length > 0 && (
          <optgroup label="Other members">
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

const conflictWords: Readonly<Record<HostConflict, string>> = {
  overlap: 'has another call',
  past: 'the time has passed',
  day_off: 'day off',
  outside_hours: 'outside their hours',
  week_full: 'the week is full',
  busy: 'busy in their calendar',
  break: 'break too short',
  day_full: 'daily call limit reached',
  asked: 'held for another request',
}

/** Returns the reasons against a host, or 'available'. */
const describeAvailability = (host: HostCandidate): string =>
  host.is_free ? 'available' : host.reasons.map((reason) => conflictWords[reason]).join(', ')

/** Returns the reason this host is suggested. */
function describeSuggestion(host: HostCandidate, hosts: readonly HostCandidate[]): string {
  const name = isolateBidi(host.name)
  if (host.is_held) return `${name}, whose time is held for this request.`
  if (hosts.length === 1) return `${name}, who is available.`
  if (hosts.filter(({ is_free }) => is_free).length === 1) return `${name}, the only host available.`
  return host.last_given_at === null
    ? `${name}, who is available and has had no calls yet.`
    : `${name}, who is available and has gone the longest without a call.`
}

/** The hosts for a call, refetched when any booking changes, because a host may no longer be available. */
export function useHosts(request: ReturnType<typeof hostsForCallQuery>, isAsked: boolean) {
  useLiveInvalidation('strategy_call_bookings', ['bookings', 'hosts'])
  return useQuery({ ...request, enabled: isAsked, placeholderData: keepPreviousData })
}
