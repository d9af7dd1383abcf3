import { findUser } from '#server/features/auth-accounts/service.ts'
import { type Caller, requireCaller, type SessionRow } from '#server/features/auth-sessions/service.ts'
import type { AccessClaims, AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveHits, type Throttle, takeHit } from '#server/lib/throttle/queries.ts'

/** The limits of the second factor. Their reasons: docs/decisions/0010-second-factor.md. */

/** A factor that is not verified within this time is deleted at the next enrollment, and a challenge expires. */
export const pendingSeconds = 300

export const mostFactors = 10

/** Wrong answers that one challenge accepts. */
export const mostFailures = 5

/**
 * Wrong codes of one user, over all challenges. Three of a million codes are right at any moment, so an attacker who
 * knows the password and guesses all year at the second limit succeeds once in thirty years.
 */
export const codeThrottles: readonly Throttle[] = [
  { name: 'totp', hits: 10, seconds: 300 },
  { name: 'totp day', hits: 30, seconds: 86_400 },
]

/** Recovery codes are too long to guess. This limit tells a caller to stop. */
export const recoveryThrottles: readonly Throttle[] = [{ name: 'recovery code', hits: 10, seconds: 3600 }]

/**
 * The caller, whose factors are locked until the transaction ends. The user is locked instead of single rows, so that a
 * code, a challenge or a recovery code is used once, even by two simultaneous requests.
 */
export async function factorCaller(
  tx: Transaction,
  context: AuthContext,
  claims: AccessClaims,
): Promise<Caller> {
  const { user } = await requireCaller(tx, context, claims)
  await findUser(tx, user.id, true)
  // The session may have ended or changed its level while this waited for the lock.
  return requireCaller(tx, context, claims)
}

export function requireAal2(session: SessionRow, what: string, status = 403): void {
  if (session.aal === 'aal2') return
  throw new AuthRefusal('insufficient_aal', `AAL2 required to ${what}`, { status })
}

const keyOf = ({ cipher }: AuthContext, userId: string) => cipher.mac('throttle', userId)

/**
 * Counts a guess before it is checked. Returns the seconds to wait, or 0. A guess that one limit refuses does not count
 * for the next; otherwise a few impatient minutes would use up a day.
 */
export async function takeGuess(
  tx: Transaction,
  context: AuthContext,
  throttles: readonly Throttle[],
  userId: string,
): Promise<number> {
  for (const throttle of throttles) {
    const wait = await takeHit(tx, throttle, keyOf(context, userId), context.clock())
    if (wait > 0) return wait
  }
  return 0
}

export async function forgiveGuesses(
  tx: Transaction,
  context: AuthContext,
  throttles: readonly Throttle[],
  userId: string,
): Promise<void> {
  for (const throttle of throttles) await forgiveHits(tx, throttle, keyOf(context, userId))
}
