import { isDatabaseError } from '#server/lib/db/database.ts'
import { Overloaded } from '#server/lib/overloaded.ts'
import { statusOf } from '#shared/contract/errors.ts'

/** Seconds after which to come again, where nobody knows better. */
export const retryAfter = 2

/** Whether the error passes by itself: the database is away, full, busy or takes no writes, or too many requests wait. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Overloaded) return true
  return isDatabaseError(error) && [503, 504].includes(statusOf(error.code, false))
}
