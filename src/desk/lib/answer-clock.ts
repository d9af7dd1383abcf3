const hour = 3_600_000
/** What we promise: an answer within this long. */
export const promiseMs = 24 * hour
/** From here on an item is at risk. */
const riskMs = 4 * hour

/** Where an item stands on its 24 hours. `left` and `took` in milliseconds. */
export type AnswerClock =
  | { kind: 'due' | 'at-risk'; left: number; share: number }
  | { kind: 'breached'; left: number; share: 1 }
  | { kind: 'answered' | 'answered-late'; took: number; share: number }
  /** Nobody waits for an answer: spam. */
  | { kind: 'none'; share: 0 }

/** Reads the clock of one item. `share` is how much of the day is used up, from 0 to 1. */
export function readClock(
  item: { created_at: string; answered_at: string | null; status: string },
  now: number,
): AnswerClock {
  const since = Date.parse(item.created_at)
  const shareOf = (used: number) => Math.min(1, Math.max(0, used / promiseMs))
  if (item.answered_at) {
    const took = Date.parse(item.answered_at) - since
    return { kind: took > promiseMs ? 'answered-late' : 'answered', took, share: shareOf(took) }
  }
  if (item.status !== 'new') return { kind: 'none', share: 0 }
  const left = since + promiseMs - now
  if (left <= 0) return { kind: 'breached', left, share: 1 }
  return { kind: left <= riskMs ? 'at-risk' : 'due', left, share: shareOf(now - since) }
}
