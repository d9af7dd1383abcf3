import type { Host } from '#shared/contract/hosts.ts'
import { clientOf, type SignedInMember } from './desk.ts'

/** Settings of a host who is available day and night, in UTC. */
const allDay = {
  takes_calls: true,
  time_zone: 'UTC',
  place: 'phone',
  link: null,
  break_before: 0,
  break_after: 0,
  notice_minutes: 0,
  daily_most: null,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' })),
  dates: [],
}

/**
 * Makes a host available day and night, except for the settings in `change`. `seen` is the version that the member saw.
 */
export async function saveHost(
  { client }: SignedInMember,
  host: string,
  change: Partial<Record<keyof typeof allDay, unknown>> = {},
  seen: string | null = null,
): Promise<Host> {
  const { data, error } = await client.rpc('save_host', { host, settings: { ...allDay, ...change }, seen })
  if (error) throw new Error(error.message)
  return data as Host
}

export const makeHost = (
  who: SignedInMember,
  change: Partial<Record<keyof typeof allDay, unknown>> = {},
): Promise<Host> => saveHost(who, who.id, change)

/** Makes every host stop taking calls. */
export async function removeAllHosts(owner: SignedInMember): Promise<void> {
  const { data } = await owner.client.rpc('desk_hosts')
  for (const { id, updated_at } of data as Host[]) await saveHost(owner, id, { takes_calls: false }, updated_at)
}

/** Returns the given hour in UTC, on the day that is the given number of days from today. */
export const inDays = (days: number, hour: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}:00Z`

let days = 14

/**
 * Returns the times that visitors see. Responses are cached for a few seconds, so this function requests a different
 * number of days each time.
 */
export async function fetchAvailableTimes(url: string): Promise<string[]> {
  const { data } = await clientOf(url).rpc('available_times', { days: ++days, zone: 'UTC' })
  return (data as { times: string[] }).times
}
