import { callPage } from '#content/visitor-call.ts'
import { dayOf, timeOf } from '#letters/moments.ts'
import type { CallChanges } from '#plain/call-changes.tsx'
import type { OfferedDay } from '#plain/offered-times.tsx'
import { durationInWords } from '#shared/lib/duration.ts'
import type { Call, MoveRefused } from './types.ts'

/** To when a call can be moved, or why it cannot, and why it was not just now. */
export function movesOf({ moves, zone }: Call, unmoved: MoveRefused | undefined): CallChanges['move'] {
  const { move } = callPage
  const { limit, noticeMinutes } = moves
  return {
    limit: limit === 'late' ? move.late(durationInWords(noticeMinutes * 60)) : limit && move[limit],
    days: daysOf(moves.times, zone),
    error: unmoved && move.refused[unmoved],
  }
}

/** By day, as the clocks of a zone have it. */
function daysOf(times: readonly number[], zone: string): OfferedDay[] {
  const days = new Map<string, { target: number; time: string }[]>()
  for (const target of times) {
    const day = dayOf(target, zone)
    days.set(day, [...(days.get(day) ?? []), { target, time: timeOf(target, zone) }])
  }
  return [...days].map(([day, free]) => ({ day, times: free }))
}
