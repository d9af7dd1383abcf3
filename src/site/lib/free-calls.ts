import { freeCallsWords } from '#content/free-calls.ts'
import { publishableKey } from './api.ts'
import { noteRelease } from './release.ts'

/**
 * How many calls are free this week or, when no time is left in it, next week, in words. Null if nothing is taken,
 * because the general claim says as much. Rejects when the number is unknown.
 */
export async function freeCalls(): Promise<string | null> {
  const answer = await fetch('/rest/v1/rpc/free_calls_this_week', {
    headers: { apikey: publishableKey() },
    signal: AbortSignal.timeout(10_000),
  })
  noteRelease(answer)
  const { capacity, week, left } = (await answer.json()) as Record<string, unknown>
  if ((week !== 'this' && week !== 'next') || left === capacity) return null
  const words = freeCallsWords[week]
  return left === 0 ? words.full : words.left(Number(left), Number(capacity))
}
