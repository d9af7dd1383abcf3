import { freeCallsWords } from '#content/free-calls.ts'
import type { FreeCalls } from '#shared/contract/desk-week.ts'
import { hourCycleOf } from '#shared/lib/hour-cycle.ts'
import { shortTime, wallClock } from '#shared/lib/local-time.ts'
import { projectUrl, publishableKey } from './api.ts'
import { offeredTimes } from './offered-times.ts'
import { slots } from './slots.ts'

/** Rejects without a response. The body of a refusal has no `week`, so it leads to no sentence. */
export async function fetchFreeCalls(): Promise<FreeCalls> {
  const answer = await fetch(`${projectUrl()}/rest/v1/rpc/free_calls_this_week`, {
    headers: { apikey: publishableKey() },
    signal: AbortSignal.timeout(10_000),
  })
  const calls = (await answer.json()) as FreeCalls
  if (answer.ok) slots.set(calls.capacity)
  return calls
}

/**
 * The next offered time, if it is known, and how many calls are free this week or, if it is full, next week. The number
 * is left out if no call is taken yet. Null if there is nothing to show.
 */
export function freeCallsSentence({ capacity, week, left }: FreeCalls): string | null {
  const { near, zone } = offeredTimes.get()
  const time = near[0] === undefined ? null : shortTime(wallClock(new Date(near[0]), zone), hourCycleOf())
  if (week !== 'this' && week !== 'next') return null
  const words = freeCallsWords[week]
  if (left === capacity) return time && freeCallsWords.time(time)
  if (left === 0) return words.full
  return time ? freeCallsWords.both(left, capacity, time) : words.left(left, capacity)
}
