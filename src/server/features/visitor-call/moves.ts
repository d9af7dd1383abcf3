import { callPage } from '#content/visitor-call.ts'
import { dayOf, sentenceOf } from '#letters/moments.ts'
import type { CallChanges, Offers } from '#plain/call-changes.tsx'
import { durationInWords } from '#shared/lib/duration.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { timeOfDay } from '#shared/lib/hour-cycle.ts'
import { shortTime, timeLabels } from '#shared/lib/local-time.ts'
import type { Call, MoveRefused } from './types.ts'

/** The free times for a move, or why it is not possible, and why the last attempt failed. */
export function movesOf(call: Call, unmoved: MoveRefused | undefined): CallChanges['move'] {
  const { move } = callPage
  const { limit, noticeMinutes } = call.moves
  return {
    limit: limit === 'late' ? move.late(durationInWords(noticeMinutes * 60)) : limit && move[limit],
    offers: offersOf(call),
    offered: offeredOf(call),
    error: unmoved && move.refused[unmoved],
  }
}

/** The times that the team offers, in the visitor's zone, and until when they are held. */
function offeredOf({ zone, hourCycle, moves: { offered } }: Call): CallChanges['move']['offered'] {
  if (!offered) return null
  const { times, until } = offered
  return {
    text: callPage.move.offered(sentenceOf(until, zone, hourCycle)),
    times: labelled(times, zone, (clock) => shortTime(clock, hourCycle)),
  }
}

/** Free times near the call, in the visitor's zone. */
export function offersOf({ starts, zone, hourCycle, moves: { times } }: Call): Offers {
  const days = new Map<string, number[]>()
  for (const time of times) {
    const day = dayOf(time, zone)
    days.set(day, [...(days.get(day) ?? []), time])
  }
  return {
    first: labelled(firstOffers(times, zone, { requested: starts }), zone, (clock) =>
      shortTime(clock, hourCycle),
    ),
    days: [...days].map(([day, free]) => ({
      day,
      times: labelled(free, zone, (clock) => timeOfDay(clock.slice(11), hourCycle)),
    })),
  }
}

function labelled(times: readonly number[], zone: string, inWords: (wallClockTime: string) => string) {
  const labels = timeLabels(times, zone, inWords)
  return times.map((target, index) => ({ target, time: labels[index] ?? '' }))
}
