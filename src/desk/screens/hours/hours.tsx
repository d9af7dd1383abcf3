import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { shortDay, zoneOrFallback } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import type { Host, HostAvailableSlots } from '#shared/contract/hosts.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { hostAvailabilityQuery, hostsQuery } from './api.ts'
import { Calendars } from './calendars.tsx'
import { CallFeed } from './call-feed.tsx'
import { FirstHours } from './first-visit.tsx'
import { HostForm } from './host-form.tsx'
import css from './hours.module.css'

const route = getRouteApi('/hours')

/**
 * The times when each host takes calls. Agents can edit their own hours, owners can edit all hours, and viewers
 * can only read.
 */
export function Screen() {
  const me = useMe()
  const { host: asked } = route.useSearch()
  const { data: hosts, error, refetch } = useQuery(hostsQuery)
  const { able, uniqueName } = useTeamMembers()
  const owner = me.role === 'owner'
  const people = [
    ...(hosts ?? []).map((host) => ({ id: host.id, name: uniqueName(host) })),
    ...able.filter(
      ({ id }) => (owner || (me.role === 'agent' && id === me.id)) && !hosts?.some((host) => host.id === id),
    ),
  ]
  const id = asked ?? (me.role === 'viewer' ? people[0]?.id : me.id)
  const host = hosts?.find((one) => one.id === id)
  const mayChange = owner || (me.role === 'agent' && id === me.id)
  return (
    <Page title="Availability" actions={hosts && people.length > 1 && <HostPicker people={people} chosen={id} />}>
      <div className={pieces.sections}>
        {hosts ? (
          id ? (
            <HostSection
              key={id}
              id={id}
              host={host}
              name={id === me.id ? null : nameOf(people, id)}
              mayChange={mayChange}
            />
          ) : (
            <EmptyState title="No hosts yet" text="Owners and agents appear here after they set their hours." />
          )
        ) : error ? (
          <LoadError title="The hours could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </Page>
  )
}

const nameOf = (people: readonly { id: string; name: string }[], id: string): string =>
  isolateBidi(people.find((one) => one.id === id)?.name ?? 'This member')

interface HostSectionProps {
  id: string
  host: Host | undefined
  /** The host's name; null if the user is the host. */
  name: string | null
  mayChange: boolean
}

function HostSection({ id, host, name, mayChange }: HostSectionProps) {
  if (!host) return <FirstHours id={id} name={name} mayChange={mayChange} />
  return (
    <>
      {name !== null && <h2 className={`${layout.anywhere} ${layout.title}`}>{name}</h2>}
      <RoomNextWeek host={host} />
      <HostForm host={host} mayChange={mayChange} />
      {mayChange && (
        <>
          <Calendars host={host} />
          <CallFeed host={host} />
        </>
      )}
    </>
  )
}

interface HostPickerProps {
  people: readonly { id: string; name: string }[]
  chosen: string | undefined
}

export function HostPicker({ people, chosen }: HostPickerProps) {
  const me = useMe()
  const id = useId()
  const navigate = useNavigate()
  return (
    <p className={`${layout.cluster} ${layout.label}`}>
      <label htmlFor={id}>Availability of</label>
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

/**
 * The number of calls that this host can still take next week. An unexpected number is a sign that the hours are wrong.
 */
export function RoomNextWeek({ host }: { host: Host }) {
  const { data } = useQuery(hostAvailabilityQuery(host))
  return (
    <p className={`${layout.row} ${layout.note} ${layout.numbers} ${css.free}`} role="status">
      {data ? <Words host={host} free={data} /> : '\u00a0'}
    </p>
  )
}

function Words({ host, free }: { host: Host; free: HostAvailableSlots }) {
  if (!host.takes_calls) return 'This host is not taking calls, so no times are available.'
  if (free.times.length === 0)
    return 'No available times next week. Check the hours, dates and notice here, and the weekly capacity in Settings.'
  return (
    <>
      <strong>Room for {countWithNoun(free.calls, 'call')} next week</strong>{' '}
      {free.calls < free.times.length && 'The weekly capacity limits this number. Available times:'} {perDay(free)}
    </>
  )
}

/** Returns the number of available times on each day, such as `Mon 30 Nov: 6 · Tue 1 Dec: 4`. */
function perDay({ times, zone }: HostAvailableSlots): string {
  const clock = zoneOrFallback(zone)
  const counts = new Map<string, number>()
  for (const time of times) {
    const day = shortDay(new Date(time), clock)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => `${day}: ${count}`).join(' · ')
}
