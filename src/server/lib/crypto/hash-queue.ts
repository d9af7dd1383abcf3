import pLimit from 'p-limit'
import { Overloaded } from '#server/lib/overloaded.ts'

/**
 * Hashes that run at once. They share four threads with everything else that Node does beside its loop, the signing of
 * tokens among it: with all four taken, who only refreshes waits for everybody who signs in.
 */
const running = 2
/** Hashes that wait at most, which is some seconds of work. Whoever came later would have left before their turn. */
const waiting = 200

const limit = pLimit(running)

/** Runs the hash when it is its turn. Throws `Overloaded` when too many wait. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= waiting) return Promise.reject(new Overloaded('too many passwords wait'))
  return limit(work)
}
