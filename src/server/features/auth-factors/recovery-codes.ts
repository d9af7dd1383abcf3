import { recoveryCodeUsedLetter } from '#letters/account-letters.ts'
import { lowerSessionsOf, strengthenSession } from '#server/features/auth-sessions/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit, letterWithoutExpiry, queueAccountLetters } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { newRecoveryCodes, normalizeRecoveryCode } from '#server/lib/crypto/tokens.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import type { LogOutcome } from '#shared/contract/log-actions.ts'
import { countCodeGuess, recoveryThrottles, requireAal2, requireFactorCaller, resetCodeGuesses } from './caller.ts'
import {
  consumeRecoveryCode,
  deleteRecoverySet,
  emptyRecoverySet,
  findRecoverySet,
  insertRecoveryCodes,
  listFactors,
  type RecoverySet,
} from './queries.ts'

type RecoveryStatus = RecoverySet & { type: 'recovery_code' }

export async function recoveryStatus(context: AuthContext, claims: AccessClaims): Promise<RecoveryStatus> {
  return decide(context.database, async (tx) => {
    const { user } = await requireFactorCaller(tx, context, claims)
    return { ...(await ownSet(tx, user.id)), type: 'recovery_code' }
  })
}

/** Creates a set of codes and replaces the old set. If `onlyAgain` is true, an old set must exist. */
export async function createRecoveryCodes(
  context: AuthContext,
  claims: AccessClaims,
  { onlyAgain }: { onlyAgain: boolean },
): Promise<RecoveryStatus & { codes: string[] }> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    requireAal2(session, 'make recovery codes')
    if (!(await listFactors(tx, user.id)).some(({ status }) => status === 'verified')) {
      throw new AuthRefusal('mfa_recovery_codes_sole_factor', 'Recovery codes require another factor')
    }
    if (onlyAgain) await ownSet(tx, user.id)
    const now = new Date(context.clock())
    const id = await emptyRecoverySet(tx, user.id, now)
    // The client expects codes without separators. The page shows each code in groups.
    const codes = newRecoveryCodes().map(normalizeRecoveryCode)
    await insertRecoveryCodes(
      tx,
      id,
      codes.map((code) => hashOf(context, id, code)),
    )
    await resetCodeGuesses(tx, context, recoveryThrottles, user.id)
    await audit(tx, context, 'generate_recovery_codes', { actor: user.id })
    return { id, type: 'recovery_code', total: codes.length, remaining: codes.length, codes }
  })
}

/** Uses one of the codes to raise the session to aal2. */
export async function useRecoveryCode(
  context: AuthContext,
  claims: AccessClaims,
  typed: string,
  client: SignInClient,
): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const { id, remaining } = await ownSet(tx, user.id)
    const now = new Date(context.clock())
    const note = (outcome: LogOutcome, action: 'recovery_code_used' | 'limit_reached') =>
      audit(tx, context, action, { outcome, actor: user.id })
    const wait = await countCodeGuess(tx, context, recoveryThrottles, user.id)
    if (wait > 0) {
      await note('refused', 'limit_reached')
      return new AuthRefusal('mfa_recovery_codes_locked', 'Too many wrong codes, try again later', {
        retryAfter: wait,
      })
    }
    if (!(await consumeRecoveryCode(tx, id, hashOf(context, id, normalizeRecoveryCode(typed)), now))) {
      await note('refused', 'recovery_code_used')
      return new AuthRefusal('mfa_verification_failed', 'Invalid recovery code entered')
    }
    await resetCodeGuesses(tx, context, recoveryThrottles, user.id)
    await note('done', 'recovery_code_used')
    const by = { method: 'mfa/recovery_code', factorId: id, client } as const
    const body = await strengthenSession(tx, context, user, session, by)
    if (user.email !== null) {
      const letter = recoveryCodeUsedLetter({ to: user.email, when: now.getTime(), left: remaining - 1 })
      await queueAccountLetters(tx, context, [letterWithoutExpiry(letter, user.id)])
    }
    return body
  })
}

export async function removeRecoveryCodes(context: AuthContext, claims: AccessClaims): Promise<{ id: string }> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    requireAal2(session, 'remove recovery codes')
    const { id } = await ownSet(tx, user.id)
    await deleteRecoveryCodes(tx, context, user.id)
    return { id }
  })
}

/** Deletes the set of codes, and lowers to aal1 every session that was verified with one of the codes. */
export async function deleteRecoveryCodes(tx: Transaction, context: AuthContext, userId: string): Promise<void> {
  const set = await findRecoverySet(tx, userId)
  if (!set) return
  await deleteRecoverySet(tx, set.id)
  await lowerSessionsOf(tx, set.id, new Date(context.clock()))
  const traits = { factor: set.id, type: 'recovery_code' }
  await audit(tx, context, 'factor_deleted', { actor: userId, traits })
}

async function ownSet(tx: Transaction, userId: string): Promise<RecoverySet> {
  const set = await findRecoverySet(tx, userId)
  if (set) return set
  throw new AuthRefusal('mfa_factor_not_found', 'There are no recovery codes', { status: 404 })
}

const hashOf = ({ cipher }: AuthContext, setId: string, code: string) => cipher.mac('recovery code', `${setId} ${code}`)
