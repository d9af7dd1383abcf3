import type { Transaction } from '#server/lib/db/database.ts'
import { forget, hit } from './queries.ts'

/** At most `hits` in `seconds` for each key. */
export interface Throttle {
  readonly name: string
  readonly hits: number
  readonly seconds: number
}

/**
 * Counts one hit in the database, which all processes share and a restart keeps. Gives the seconds to wait, 0 when the
 * hit is allowed. Count before the attempt, so that two attempts at once count as two. The count stays only if the
 * transaction is committed.
 */
export async function takeHit(
  tx: Transaction,
  throttle: Throttle,
  key: string,
  now: number,
): Promise<number> {
  const { hits, until } = await hit(tx, throttle.name, key, now, throttle.seconds)
  return hits <= throttle.hits ? 0 : Math.max(1, Math.ceil((until.getTime() - now) / 1000))
}

/** Resets the count after a successful attempt. */
export async function forgiveHits(tx: Transaction, throttle: Throttle, key: string): Promise<void> {
  await forget(tx, throttle.name, key)
}

export { sweep as sweepThrottles } from './queries.ts'
