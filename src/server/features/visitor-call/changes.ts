import { callPage } from '#content/visitor-call.ts'
import { momentIn } from '#letters/moments.ts'
import type { CallChanges } from '#plain/call-changes.tsx'
import { furthestTime } from '#shared/contract/form-rules.ts'
import { movesOf } from './moves.ts'
import type { Call, Shown } from './types.ts'
import { toWallClock } from './wall-clock.ts'

/** The ways to change an open call, with a time to begin with in the form for a proposal. */
export function changesOf(call: Call, { token, now, refused, unmoved }: Shown): CallChanges {
  const { status, starts, zone } = call
  const first = Math.max(call.proposed ?? starts, now + 3600 * 1000)
  return {
    seen: { call: token, status, starts },
    isAsked: status === 'new',
    time: {
      value: refused?.typed ?? toWallClock(first, zone),
      min: toWallClock(now, zone),
      max: toWallClock(furthestTime(now), zone),
      zone: momentIn(starts, zone).zone,
    },
    move: movesOf(call, unmoved),
    error: refused && callPage.propose.refused[refused.why],
  }
}
