import { freeCallsWords } from '#content/free-calls.ts'
import { publishableKey } from './api.ts'

/** How many calls of this week are free, in words. Rejects when nobody can tell. */
export async function freeCalls(): Promise<string> {
  const answer = await fetch('/rest/v1/rpc/free_calls_this_week', {
    headers: { apikey: publishableKey() },
    signal: AbortSignal.timeout(10_000),
  })
  const { free_calls, capacity } = (await answer.json()) as { free_calls: unknown; capacity: unknown }
  if (!Number.isInteger(free_calls) || !Number.isInteger(capacity)) throw new Error('no number')
  return free_calls === 0 ? freeCallsWords.full : freeCallsWords.left(Number(free_calls), Number(capacity))
}
