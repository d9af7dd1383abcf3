const hour = 3_600_000
/** The promised time for an answer. */
const promiseMs = 24 * hour
/** From this point on an item is at risk. */
const riskMs = 4 * hour

/** An item within its 24 hours. `left` and `took` are in milliseconds. */
export type AnswerClock =
  | { kind: 'due' | 'at-risk'; left: number; share: number }
  | { kind: 'breached'; left: number; share: 1 }
  | { kind: 'answered' | 'answered-late'; took: number; share: number }
  /** No answer is due, and none was given. */
  | { kind: 'none'; share: 0 }

/** When the request was made, and when its answer is due. */
export interface Answerable {
  created_at: string
  answered_at: string | null
  due_at: string | null
}

/** Reads the clock of one item. `share` is how much of the day is used up, from 0 to 1. */
export function readClock({ created_at, answered_at, due_at }: Answerable, now: number): AnswerClock {
  const shareOf = (used: number) => Math.min(1, Math.max(0, used / promiseMs))
  if (due_at) {
    const left = Date.parse(due_at) - now
    if (left <= 0) return { kind: 'breached', left, share: 1 }
    return { kind: left <= riskMs ? 'at-risk' : 'due', left, share: shareOf(promiseMs - left) }
  }
  if (!answered_at) return { kind: 'none', share: 0 }
  const took = Date.parse(answered_at) - Date.parse(created_at)
  return { kind: took > promiseMs ? 'answered-late' : 'answered', took, share: shareOf(took) }
}
