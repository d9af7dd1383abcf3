import { dayAndTime } from '#desk/lib/times.ts'
import type { HostForCall, HostReason } from '#shared/contract/hosts.ts'
import { isolate } from '#shared/lib/isolate.ts'

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
export const reasonWords = (host: HostForCall): string =>
  host.is_free ? 'free' : host.reasons.map((reason) => reasons[reason]).join(', ')

/** Why this host is proposed, of all of them. */
export function proposalWords(host: HostForCall, hosts: readonly HostForCall[]): string {
  const name = isolate(host.name)
  if (host.held_until !== null) return `${name}: the time is held with them for this request.`
  if (hosts.length === 1) return `${name}: free then.`
  if (hosts.filter(({ is_free }) => is_free).length === 1) return `${name}: the only one who is free then.`
  return host.last_given_at === null
    ? `${name}: free then, and was given no call so far.`
    : `${name}: free then, and was given no call for the longest.`
}

/** Of a time that is held: until when, and whose it would be. */
export function heldWords(hosts: readonly HostForCall[]): string | null {
  for (const { name, held_until } of hosts) {
    if (held_until !== null)
      return `Picked from the free times, held until ${dayAndTime(new Date(held_until))} for ${isolate(name)}.`
  }
  return null
}
