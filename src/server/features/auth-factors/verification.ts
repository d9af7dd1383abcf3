import { audit } from '#server/features/auth-audit/service.ts'
import { factorAddedLetter } from '#server/features/auth-codes/service.ts'
import { strengthenSession } from '#server/features/auth-sessions/service.ts'
import type { UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { news, postLetters } from '#server/lib/auth/letters.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import { totpStep } from '#server/lib/crypto/totp.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { factorCaller, forgiveGuesses, requireAal2, takeGuess } from './caller.ts'
import { openChallenge, ownFactor } from './challenges.ts'
import { codeThrottles } from './policy.ts'
import { countFailure, deleteFactors, listFactors, markAnswered, markVerified, spendStep } from './queries.ts'
import { openSecret } from './secret.ts'
import type { StoredFactor } from './types.ts'

interface Answer {
  challengeId: string
  code: string
  ip: string
}

/** The right code makes the session aal2, and a pending factor one that counts. */
export async function verify(
  context: AuthContext,
  claims: AccessClaims,
  factorId: string,
  answer: Answer,
): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await factorCaller(tx, context, claims)
    const factor = await ownFactor(tx, user.id, factorId)
    const others = (await listFactors(tx, user.id)).filter(({ id }) => id !== factor.id)
    // Somebody with the password alone may have enrolled this one while there was no other.
    const isNew = factor.status === 'unverified'
    if (isNew && others.some(({ status }) => status === 'verified')) {
      requireAal2(session, 'verify a new factor')
    }
    const refusal = await checkCode(tx, context, user, factor, answer)
    if (refusal) return refusal
    const now = new Date(context.clock())
    await markVerified(tx, factor.id, now)
    const pending = others.filter(
      ({ status, factor_type }) => status === 'unverified' && factor_type === 'totp',
    )
    await deleteFactors(
      tx,
      pending.map(({ id }) => id),
    )
    const body = await strengthenSession(tx, context, user, session, { method: 'totp', factorId: factor.id })
    if (isNew && user.email !== null) {
      const letter = factorAddedLetter({ to: user.email, name: factor.friendly_name, when: context.clock() })
      await postLetters(tx, context, [news(letter, user.id)])
    }
    return body
  })
}

/** Nothing when the code is right, which spends it; otherwise a refusal, whose count must be committed. */
async function checkCode(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  factor: StoredFactor,
  { challengeId, code, ip }: Answer,
): Promise<AuthRefusal | null> {
  const now = context.clock()
  const note = (outcome: 'done' | 'refused', action: 'verification_attempted' | 'limit_reached') =>
    audit(tx, { action, outcome, actor: user.id, traits: { factor: factor.id } }, new Date(now))

  const open = await openChallenge(tx, context, factor.id, { id: challengeId, ip })
  if (open instanceof AuthRefusal) return open
  const wait = await takeGuess(tx, context, codeThrottles, user.id)
  if (wait > 0) {
    await note('refused', 'limit_reached')
    return new AuthRefusal('over_request_rate_limit', 'Too many wrong codes, try again later', {
      retryAfter: wait,
    })
  }
  const step = totpStep(await openSecret(context, factor), code.replace(/\s/g, ''), now, factor.step)
  if (step === null) {
    await countFailure(tx, open.id)
    await note('refused', 'verification_attempted')
    return new AuthRefusal('mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await spendStep(tx, factor.id, step)
  await markAnswered(tx, open.id, new Date(now))
  await forgiveGuesses(tx, context, codeThrottles, user.id)
  await note('done', 'verification_attempted')
  return null
}
