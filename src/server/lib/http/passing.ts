import { isDatabaseError } from '#server/lib/db/database.ts'
import { Overloaded } from '#server/lib/overloaded.ts'
import { statusOf } from '#shared/contract/errors.ts'

/** Seconds for `Retry-After` where no better value is known. */
export const retryAfter = 2

/** Whether the error is temporary: the database is away, full, busy or takes no writes, or too many requests wait. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Overloaded) return true
  return isDatabaseError(error) && [503, 504].includes(statusOf(error.code, false))
}
