import { freeCallsWords } from '#content/free-calls.ts'
import { publishableKey } from './api.ts'
import { noteRelease } from './release.ts'

/**
 * How many calls can still be given this week or, where this one has no time any more, next week, in words. Null where
 * that says nothing: of a week of which nothing is taken the claim says as much. Rejects when nobody can tell.
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
