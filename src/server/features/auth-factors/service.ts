import { factorRemovedLetter } from '#letters/account-letters.ts'
import { findUserByEmail } from '#server/features/auth-accounts/service.ts'
import { deleteSessions, lowerSessionsOf } from '#server/features/auth-sessions/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { audit, letterWithoutExpiry, queueAccountLetters } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { codeThrottles, recoveryThrottles, requireAal2, requireFactorCaller, resetCodeGuesses } from './caller.ts'
import { deleteFactors, listFactors, queueResetEmail } from './queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Removes one of the caller's factors. Removing a verified factor requires a session at aal2. */
export async function unenroll(context: AuthContext, claims: AccessClaims, factorId: string): Promise<{ id: string }> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const factor = (await listFactors(tx, user.id)).find((each) => each.id === factorId.toLowerCase())
    if (!factor) throw new AuthRefusal('mfa_factor_not_found', 'Factor not found', { status: 404 })
    const counted = factor.status === 'verified'
    if (counted) requireAal2(session, 'unenroll verified factor', 422)
    await removeFactor(tx, context, user.id, factor.id, user.id)
    if (counted && user.email !== null) {
      const letter = factorRemovedLetter({
        to: user.email,
        when: context.clock(),
        name: factor.friendly_name,
        isPasskey: factor.factor_type === 'webauthn',
      })
      await queueAccountLetters(tx, context, [letterWithoutExpiry(letter, user.id)])
    }
    return { id: factor.id }
  })
}

/**
 * Removes a factor. Sessions that were verified with the factor return to aal1. The recovery codes are deleted together
 * with the last verified factor. `actor` is the user who removes the factor; null for the operator and programs.
 */
async function removeFactor(
  tx: Transaction,
  context: AuthContext,
  userId: string,
  factorId: string,
  actor: string | null,
): Promise<void> {
  await deleteFactors(tx, [{ id: factorId }])
  await lowerSessionsOf(tx, factorId, new Date(context.clock()))
  await audit(tx, context, 'factor_deleted', { actor, traits: { factor: factorId, user: userId } })
  const left = await listFactors(tx, userId)
  if (!left.some(({ status }) => status === 'verified')) await deleteRecoveryCodes(tx, context, userId)
}

/**
 * Resets the second factor of a user who lost both their phone and their recovery codes. Ends all sessions; the user
 * then signs in with only the password and enrolls again. Returns false if the user does not exist.
 */
export async function resetFactors(context: AuthContext, email: string): Promise<boolean> {
  return decide(context.database, async (tx) => {
    const user = await findUserByEmail(tx, email, true)
    if (!user) return false
    const factors = await listFactors(tx, user.id)
    for (const { id } of factors) await removeFactor(tx, context, user.id, id, null)
    await deleteSessions(tx, user.id, 'all')
    await resetCodeGuesses(tx, context, [...codeThrottles, ...recoveryThrottles], user.id)
    await audit(tx, context, 'factors_reset', { traits: { user: user.id } })
    if (factors.length > 0) await queueResetEmail(tx, user.id)
    return true
  })
}
