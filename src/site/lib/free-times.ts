import { booking as words } from '#content/booking.ts'
import type { FreeTimes, PickedTime } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { projectUrl, publishableKey } from './api.ts'

/** Requests other than for the times are given up after this time. */
const timeoutMs = 5000

const ask = (call: string, wanted: Record<string, string>, signal?: AbortSignal): Promise<Response> =>
  fetch(`${projectUrl()}/rest/v1/rpc/${call}?${new URLSearchParams(wanted)}`, {
    headers: { apikey: publishableKey() },
    signal: signal ?? null,
  })

/**
 * The free times of some days, by default from today on. Rejects without an answer, as with a project whose database is
 * older.
 */
export async function fetchFreeTimes(zone: string, days: number, from_day?: string): Promise<FreeTimes> {
  const wanted = { days: String(days), ...(from_day && { from_day }) }
  let answer = await ask('free_times', { ...wanted, zone })
  // The database may not know the newest zones; the days of its own zone are good enough.
  if (answer.status === 400) answer = await ask('free_times', wanted)
  const told = (await answer.json()) as FreeTimes
  if (!answer.ok || !Array.isArray(told.times)) throw new Error(`free times: ${answer.status}`)
  return told
}

/** The hosts who may take a call; null without an answer, as with a project whose database is older. */
export async function fetchCallers(): Promise<Callers | null> {
  try {
    const answer = await ask('callers', {}, AbortSignal.timeout(timeoutMs))
    const told = (await answer.json()) as Callers
    return answer.ok && Array.isArray(told.callers) ? told : null
  } catch {
    return null
  }
}

/** The state of a request's picked time; null if it is unknown, or if only a later release has words for it. */
export async function fetchPicked(booking: string): Promise<PickedTime | null> {
  try {
    const answer = await ask('picked_time', { booking }, AbortSignal.timeout(timeoutMs))
    const told = (await answer.json()) as PickedTime
    const isKnown = told.outcome === 'asked' || Object.hasOwn(words.outcomes, told.outcome)
    return answer.ok && isKnown ? told : null
  } catch {
    return null
  }
}
