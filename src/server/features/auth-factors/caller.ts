import { findUser } from '#server/features/auth-accounts/service.ts'
import { type Caller, requireCaller, type SessionRow } from '#server/features/auth-sessions/service.ts'
import type { AccessClaims, AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countHit, resetHits, type Throttle } from '#server/lib/throttle/queries.ts'

/** Limits for the second factor. docs/decisions/0010-second-factor.md gives the reasons. */

/**
 * Seconds after which a challenge expires. The next enrollment deletes an unverified factor that is older than this.
 */
export const pendingSeconds = 300

export const mostFactors = 10

/** Wrong answers allowed per challenge. */
export const mostFailures = 5

/**
 * Wrong codes allowed per user, over all challenges. At any moment, three in a million codes are valid. An attacker who
 * knows the password and makes every guess within the daily limit therefore succeeds about once in thirty years.
 */
export const codeThrottles: readonly Throttle[] = [
  { name: 'totp', hits: 10, seconds: 300 },
  { name: 'totp day', hits: 30, seconds: 86_400 },
]

/** Recovery codes are too long to guess. This rate limit only stops a client that keeps trying. */
export const recoveryThrottles: readonly Throttle[] = [{ name: 'recovery code', hits: 10, seconds: 3600 }]

/**
 * Returns the caller, and locks the user until the transaction ends. Locking the user, not single rows, ensures that
 * two simultaneous requests cannot both use a code, a challenge or a recovery code.
 */
export async function requireFactorCaller(
  tx: Transaction,
  context: AuthContext,
  claims: AccessClaims,
): Promise<Caller> {
  const { user } = await requireCaller(tx, context, claims)
  await findUser(tx, user.id, true)
  // The session may have ended or changed its level while this function waited for the lock.
  return requireCaller(tx, context, claims)
}

export function requireAal2(session: SessionRow, what: string, status = 403): void {
  if (session.aal === 'aal2') return
  throw new AuthRefusal('insufficient_aal', `AAL2 required to ${what}`, { status })
}

const keyOf = ({ cipher }: AuthContext, userId: string) => cipher.mac('throttle', userId)

/**
 * Counts a guess before it is checked. Returns the seconds to wait, or 0. A guess that one rate limit refuses does not
 * count toward the next; otherwise, a few impatient minutes would use up a day's guesses.
 */
export async function countCodeGuess(
  tx: Transaction,
  context: AuthContext,
  throttles: readonly Throttle[],
  userId: string,
): Promise<number> {
  for (const throttle of throttles) {
    const wait = await countHit(tx, throttle, keyOf(context, userId), context.clock())
    if (wait > 0) return wait
  }
  return 0
}

export async function resetCodeGuesses(
  tx: Transaction,
  context: AuthContext,
  throttles: readonly Throttle[],
  userId: string,
): Promise<void> {
  for (const throttle of throttles) await resetHits(tx, throttle, keyOf(context, userId))
}
