import pLimit from 'p-limit'
import { Overloaded } from '#server/lib/overload.ts'

/**
 * Hashes that run at once. They share Node's four worker threads with the signing of tokens, among others: if hashes
 * took all four, token refreshes would wait for sign-ins.
 */
const running = 2
/** Hashes that wait at most: some seconds of work. A later client would give up before its turn. */
const waiting = 200

const limit = pLimit(running)

/** Runs the hash when it is its turn. Throws `Overloaded` when too many wait. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= waiting) return Promise.reject(new Overloaded('too many passwords wait'))
  return limit(work)
}
