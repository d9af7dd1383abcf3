import { isDatabaseError } from '#server/lib/db/database.ts'
import { statusOf } from '#shared/contract/errors.ts'

/** Refused because too many requests wait already; the client may try again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Seconds for `Retry-After` where no better value is known. */
export const retryAfter = 2

/** Whether the error is temporary: the database is away, full, busy or takes no writes, or too many requests wait. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Overloaded) return true
  return isDatabaseError(error) && [503, 504].includes(statusOf(error.code, false))
}

const waiting: (() => void)[] = []

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/**
 * Resolves in a turn of the event loop that no other caller has. Otherwise many large bodies that arrive together would
 * block all other requests until the last is parsed; so these wait for one body at most.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}
