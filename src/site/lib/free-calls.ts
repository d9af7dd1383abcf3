import { freeCallsWords } from '#content/free-calls.ts'
import { shortTime, wallClock } from '#shared/lib/local-time.ts'
import { projectUrl, publishableKey } from './api.ts'

/**
 * The next free time, and how many calls are free this week or, when no time is left in it, next week, in words. Where
 * nothing is taken the number says nothing, and without a time neither: null. Rejects when the server does not tell.
 */
export async function freeCalls(): Promise<string | null> {
  const answer = await fetch(`${projectUrl()}/rest/v1/rpc/free_calls_this_week`, {
    headers: { apikey: publishableKey() },
    signal: AbortSignal.timeout(10_000),
  })
  const { capacity, week, left, next } = (await answer.json()) as Record<string, unknown>
  const time = typeof next === 'string' ? shortTime(wallClock(new Date(next))) : null
  if (week !== 'this' && week !== 'next') return null
  const words = freeCallsWords[week]
  if (left === capacity) return time && freeCallsWords.time(time)
  if (left === 0) return words.full
  const [free, all] = [Number(left), Number(capacity)]
  return time ? freeCallsWords.both(free, all, time) : words.left(free, all)
}
