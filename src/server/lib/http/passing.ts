import { isDatabaseError } from '#server/lib/db/database.ts'
import { Overloaded } from '#server/lib/overloaded.ts'
import { statusOf } from '#shared/contract/errors.ts'

/** Another server that we ask does not answer, or is busy. */
export class OtherServerAway extends Error {
  override name = 'OtherServerAway'
}

/** Seconds after which to come again, where nobody knows better. */
export const retryAfter = 2

/**
 * Whether the error passes by itself: the database is away, full, busy or takes no writes, too many requests wait, or a
 * server that we ask is away.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof Overloaded || error instanceof OtherServerAway) return true
  return isDatabaseError(error) && [503, 504].includes(statusOf(error.code, false))
}
