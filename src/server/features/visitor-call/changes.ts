import { callPage } from '#content/visitor-call.ts'
import { dayOf, momentIn, sentenceOf } from '#letters/moments.ts'
import type { AvailableTimesByDay, CallChanges } from '#plain/call-changes.tsx'
import type { NearbyTimes } from '#plain/form-pages.tsx'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { latestBookableTime } from '#shared/contract/form-rules.ts'
import {
  formatDuration,
  formatShortTime,
  formatTimeLabels,
  formatTimeOfDay,
  formatWallClock,
} from '#shared/lib/local-time.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import type { CallPageData, CallPageState } from './call-state.ts'
import { type CallStore, openCall, readCall } from './service.ts'

/** The ways to change an open call, and the initial time of the proposal form. */
export function changesOf(call: CallPageData, shown: CallPageState): CallChanges {
  const { status, starts, zone, state } = call
  const { token, now, refused } = shown
  const first = Math.max(call.proposed ?? starts, now + 3600 * 1000)
  return {
    seen: { call: token, status, starts },
    isAsked: status === 'new',
    proposal: state.visitor_may.includes('propose')
      ? {
          text: proposeText(call),
          field: {
            defaultValue: refused?.typed ?? formatWallClock(new Date(first), zone),
            min: formatWallClock(new Date(now), zone),
            max: formatWallClock(new Date(latestBookableTime(now)), zone),
          },
        }
      : { text: callPage.propose.refused.often, field: null },
    zone: momentIn(starts, zone).zone,
    move: moveOptions(call, shown),
    error: refused && callPage.propose.refused[refused.why],
  }
}

/** Says what a proposal would end: an offer, a hold or nothing. */
function proposeText({ status, state }: CallPageData): string {
  const { propose } = callPage
  if (state.time === 'offered') return propose.offeredText
  if (status === 'confirmed') return propose.confirmedText
  return state.time === 'held' ? propose.heldText : propose.askedText
}

/**
 * The available times for a move or the reason why no move is possible, and the error from the last attempt if it
 * failed.
 */
function moveOptions(call: CallPageData, { isByLetter, unmoved }: CallPageState): CallChanges['move'] {
  const { move } = callPage
  const { status, state, noticeMinutes } = call
  const limit = state.move_limit
  const isProven = isByLetter || !call.needsProof
  const follows = isProven ? (call.confirmsAtOnce ? 'confirms' : 'holds') : 'asks'
  return {
    text: status === 'confirmed' ? move.confirmedText : move.asked[follows],
    limit: limit === 'late' ? move.late(formatDuration(noticeMinutes * 60)) : limit && move[limit],
    offers: offersOf(call),
    offered: offeredOf(call),
    error: unmoved && move.refused[unmoved],
  }
}

/** The team's offer in the visitor's time zone, with the end of the hold. */
function offeredOf({ zone, hourCycle, state: { offered } }: CallPageData): CallChanges['move']['offered'] {
  if (!offered[0]) return null
  return {
    text: callPage.move.offered(sentenceOf(Date.parse(offered[0].until), zone, hourCycle)),
    times: labelled(
      offered.map(({ start }) => Date.parse(start)),
      zone,
      (clock) => formatShortTime(clock, hourCycle),
    ),
  }
}

/** Available times near the call, in the visitor's time zone. */
function offersOf({ starts, zone, hourCycle, times }: CallPageData): AvailableTimesByDay {
  const days = new Map<string, number[]>()
  for (const time of times) {
    const day = dayOf(time, zone, hourCycle)
    days.set(day, [...(days.get(day) ?? []), time])
  }
  return {
    first: labelled(suggestSlots(times, zone, { requested: starts }), zone, (clock) =>
      formatShortTime(clock, hourCycle),
    ),
    days: [...days].map(([day, free]) => ({
      day,
      times: labelled(free, zone, (clock) => formatTimeOfDay(clock.slice(11), hourCycle)),
    })),
  }
}

function labelled(times: readonly number[], zone: string, inWords: (wallClockTime: string) => string) {
  const labels = formatTimeLabels(times, zone, inWords)
  return times.map((target, index) => ({ target, time: labels[index] ?? '' }))
}

/**
 * Returns the available times near a new request, given the path of the request's page; null once the team has
 * answered.
 */
export async function availableTimesNear(
  store: CallStore & { cipher: Pick<SecretCipher, 'key'> },
  page: string,
): Promise<NearbyTimes | null> {
  const token = new URLSearchParams(page.slice(page.indexOf('?'))).get('call') ?? ''
  const opened = await openCall(store.cipher, token, store.clock())
  const call = opened && (await readCall(store, opened.id))
  if (call?.status !== 'new') return null
  const { status, starts } = call
  return { seen: { call: token, status, starts }, offers: offersOf(call) }
}
