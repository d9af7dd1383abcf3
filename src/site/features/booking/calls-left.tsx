import { callsLeftWords } from '#content/available-times.ts'
import type { CallsLeftThisWeek } from '#shared/contract/desk-week.ts'
import { formatShortTime, formatWallClock, hourCycleOf } from '#shared/lib/local-time.ts'
import { callFunction } from '#site/lib/api.ts'
import { slotsStore } from '#site/lib/available-times.ts'
import { useStore } from '#site/lib/store.ts'

export async function fetchCallsLeft(): Promise<CallsLeftThisWeek> {
  const calls = (await callFunction('remaining_calls_this_week', {}, AbortSignal.timeout(10_000))) as CallsLeftThisWeek
  if (!Number.isInteger(calls.left) || !Number.isInteger(calls.capacity))
    throw new Error('remaining_calls_this_week: unexpected response')
  return calls
}

/**
 * The next available time, if known, and how many calls are left this week or, if this week is full, next week. The
 * number is omitted while all calls are available. Shows the claim if there is nothing else to show.
 */
export function CallsLeft({ calls, claim }: { calls: CallsLeftThisWeek; claim: string }) {
  const { near, zone } = useStore(slotsStore)
  const next = near[0] && formatShortTime(formatWallClock(new Date(near[0]), zone), hourCycleOf())
  return <span>{sentence(calls, next) ?? claim}</span>
}

function sentence({ capacity, week, left }: CallsLeftThisWeek, next: string | undefined): string | null {
  if (week !== 'this' && week !== 'next') return null
  const words = callsLeftWords[week]
  if (left === capacity) return next ? callsLeftWords.time(next) : null
  if (left === 0) return words.full
  return next ? callsLeftWords.both(left, capacity, next) : words.left(left, capacity)
}
