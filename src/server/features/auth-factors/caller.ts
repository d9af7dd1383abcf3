import { findUser } from '#server/features/auth-accounts/service.ts'
import { type Caller, requireCaller, type SessionRow } from '#server/features/auth-sessions/service.ts'
import type { AccessClaims, AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveHits, type Throttle, takeHit } from '#server/lib/throttle/queries.ts'

/** The rules of the second factor, in numbers. What they are for: docs/decisions/0010-second-factor.md. */

/** A factor that was not proven in this time is forgotten at the next enrollment, and a challenge is void. */
export const pendingSeconds = 300

export const mostFactors = 10

/** Wrong answers to one challenge. */
export const mostFailures = 5

/**
 * Wrong codes of one user, whatever the challenge. Of a million codes three are right at any moment, so an attacker
 * who knows the password and guesses all year at the second limit gets in once in thirty years.
 */
export const codeThrottles: readonly Throttle[] = [
  { name: 'totp', hits: 10, seconds: 300 },
  { name: 'totp day', hits: 30, seconds: 86_400 },
]

/** Recovery codes are too long to guess. This limit tells a caller to give up. */
export const recoveryThrottles: readonly Throttle[] = [{ name: 'recovery code', hits: 10, seconds: 3600 }]

/**
 * The caller, whose factors nobody else uses or changes until the transaction ends. One lock of the user instead of
 * one of each row: a code, a challenge or a recovery code is used once, even by two requests at once.
 */
export async function factorCaller(
  tx: Transaction,
  context: AuthContext,
  claims: AccessClaims,
): Promise<Caller> {
  const { user } = await requireCaller(tx, context, claims)
  await findUser(tx, user.id, true)
  // While we waited for the lock, the session may have ended or changed its level.
  return requireCaller(tx, context, claims)
}

export function requireAal2(session: SessionRow, what: string, status = 403): void {
  if (session.aal === 'aal2') return
  throw new AuthRefusal('insufficient_aal', `AAL2 required to ${what}`, { status })
}

const keyOf = ({ cipher }: AuthContext, userId: string) => cipher.mac('throttle', userId)

/**
 * Counts a guess before it is checked. Returns the seconds to wait, or 0. What one limit refused is not counted by the
 * next, or some minutes of impatience would use up a day.
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
