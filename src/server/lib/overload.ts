import { isDatabaseError } from '#server/lib/db/database.ts'
import { statusOf } from '#shared/contract/errors.ts'

/** Thrown if too many requests are waiting; the client may retry. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Seconds for `Retry-After` if no better value is known. */
export const retryAfter = 2

/**
 * True if the error is transient: the database is unreachable, full, busy or read-only, or too many requests are
 * waiting.
 */
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
 * Resolves in a separate turn of the event loop for each caller. Otherwise, many large bodies that arrive together
 * would block all other requests until the last body is parsed. With separate turns, other requests wait for at most
 * one body.
 */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}
