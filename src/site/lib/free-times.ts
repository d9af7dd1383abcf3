import { booking as words } from '#content/booking.ts'
import type { FreeTimes, PickedTime } from '#shared/contract/desk-week.ts'
import type { Callers } from '#shared/contract/hosts.ts'
import { projectUrl, publishableKey } from './api.ts'

/** What is asked besides the times is done without when no answer has come by then. */
const timeoutMs = 5000

const ask = (call: string, wanted: Record<string, string>, signal?: AbortSignal): Promise<Response> =>
  fetch(`${projectUrl()}/rest/v1/rpc/${call}?${new URLSearchParams(wanted)}`, {
    headers: { apikey: publishableKey() },
    signal: signal ?? null,
  })

/**
 * The times of some days at which a call can be had; from today on if no day is named. Rejects where nobody knows, as with
 * a project whose database is older.
 */
export async function fetchFreeTimes(zone: string, days: number, from_day?: string): Promise<FreeTimes> {
  const wanted = { days: String(days), ...(from_day && { from_day }) }
  let answer = await ask('free_times', { ...wanted, zone })
  // A database may not know the newest zones; its own days are as good.
  if (answer.status === 400) answer = await ask('free_times', wanted)
  const told = (await answer.json()) as FreeTimes
  if (!answer.ok || !Array.isArray(told.times)) throw new Error(`free times: ${answer.status}`)
  return told
}

/** Who may take a call; null where nobody tells, as with a project whose database is older. */
export async function fetchCallers(): Promise<Callers | null> {
  try {
    const answer = await ask('callers', {}, AbortSignal.timeout(timeoutMs))
    const told = (await answer.json()) as Callers
    return answer.ok && Array.isArray(told.callers) ? told : null
  } catch {
    return null
  }
}

/**
 * What became of the time that a request has picked; null where nobody knows, or where a later release than this tab's says
 * what this tab has no words for.
 */
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
