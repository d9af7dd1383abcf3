import { factorAddedLetter } from '#letters/account-letters.ts'
import type { UserRow } from '#server/features/auth-accounts/service.ts'
import { type SessionRow, strengthenSession } from '#server/features/auth-sessions/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit, letterWithoutExpiry, queueAccountLetters } from '#server/lib/auth/queries.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { verifyPasskeyRegistration, verifyPasskeySignature } from '#server/lib/crypto/passkey.ts'
import { totpStep } from '#server/lib/crypto/totp.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import type { LogOutcome } from '#shared/contract/log-actions.ts'
import { codeThrottles, countCodeGuess, requireAal2, requireFactorCaller, resetCodeGuesses } from './caller.ts'
import { findOpenChallenge, requireOwnFactor } from './challenges.ts'
import { decryptSecret } from './enrollment.ts'
import type { PasskeyAnswer } from './passkey-answers.ts'
import { challengeOf, requireParty } from './passkeys.ts'
import {
  countFailure,
  deleteFactors,
  insertPasskey,
  listFactors,
  markChallengeAnswered,
  markStepUsed,
  markVerified,
  recordSignature,
  type StoredFactor,
} from './queries.ts'

interface FactorAnswer {
  challengeId: string
  /** A six-digit code, or the device's signature. */
  code: string | undefined
  passkey: PasskeyAnswer | undefined
  ip: string
  client: SignInClient
}

/** Checks an answer. A correct answer raises the session to aal2 and verifies a pending factor. */
export async function verifyFactor(
  context: AuthContext,
  claims: AccessClaims,
  factorId: string,
  answer: FactorAnswer,
): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const factor = await requireOwnFactor(tx, context, user.id, factorId)
    const others = (await listFactors(tx, user.id)).filter(({ id }) => id !== factor.id)
    // An attacker who knows only the password may have enrolled this factor before the user enrolled a different one.
    const isNew = factor.status === 'unverified'
    if (isNew && others.some(({ status }) => status === 'verified')) {
      requireAal2(session, 'verify a new factor')
    }
    const now = new Date(context.clock())
    const note: ChallengeAttempt['note'] = (outcome, action) =>
      audit(tx, context, action, { outcome, actor: user.id, traits: { factor: factor.id } })
    const { challengeId, ip } = answer
    const refusal = await check(tx, context, { user, session, factor, challengeId, ip, note }, answer)
    if (refusal) return refusal
    await markChallengeAnswered(tx, challengeId, now)
    await note('done', 'verification_attempted')
    await markVerified(tx, factor.id, now)
    const pending = others.filter(({ status, factor_type }) => status === 'unverified' && factor_type !== 'phone')
    await deleteFactors(tx, pending)
    const isPasskey = factor.factor_type === 'webauthn'
    const method = isPasskey ? 'mfa/webauthn' : 'totp'
    const by = { method, factorId: factor.id, client: answer.client } as const
    const body = await strengthenSession(tx, context, user, session, by)
    if (isNew && user.email !== null) {
      const { friendly_name: name } = factor
      const letter = factorAddedLetter({ to: user.email, name, isPasskey, when: context.clock() })
      await queueAccountLetters(tx, context, [letterWithoutExpiry(letter, user.id)])
    }
    return body
  })
}

function check(
  tx: Transaction,
  context: AuthContext,
  proof: ChallengeAttempt,
  { code, passkey }: FactorAnswer,
): Promise<AuthRefusal | null> {
  if (proof.factor.factor_type === 'totp') {
    if (code === undefined) throw invalid('code: must be text')
    return checkCode(tx, context, proof, code)
  }
  if (passkey === undefined) throw invalid("webauthn: must be the browser's response")
  return checkPasskey(tx, context, proof, passkey)
}

/** An answer to a challenge, with its user, factor and origin. */
export interface ChallengeAttempt {
  user: UserRow
  session: SessionRow
  factor: StoredFactor
  challengeId: string
  ip: string
  note: (outcome: LogOutcome, action: 'verification_attempted' | 'limit_reached') => Promise<void>
}

/**
 * Uses a correct code and returns null; otherwise, returns a refusal, and the caller must commit to keep the count.
 */
async function checkCode(
  tx: Transaction,
  context: AuthContext,
  { user, factor, challengeId, ip, note }: ChallengeAttempt,
  code: string,
): Promise<AuthRefusal | null> {
  const open = await findOpenChallenge(tx, context, factor.id, { id: challengeId, ip })
  if (open instanceof AuthRefusal) return open
  const wait = await countCodeGuess(tx, context, codeThrottles, user.id)
  if (wait > 0) {
    await note('refused', 'limit_reached')
    return new AuthRefusal('over_request_rate_limit', 'Too many wrong codes, try again later', {
      retryAfter: wait,
    })
  }
  const secret = await decryptSecret(context, factor)
  const step = totpStep(secret, code.replace(/\s/g, ''), context.clock(), factor.step)
  if (step === null) {
    await countFailure(tx, open.id)
    await note('refused', 'verification_attempted')
    return new AuthRefusal('mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await markStepUsed(tx, factor.id, step)
  await resetCodeGuesses(tx, context, codeThrottles, user.id)
  return null
}

/**
 * Returns null if the passkey's answer is correct; otherwise, returns a refusal, after which the caller must commit.
 */
async function checkPasskey(
  tx: Transaction,
  context: AuthContext,
  { session, factor, challengeId, ip, note }: ChallengeAttempt,
  answer: PasskeyAnswer,
): Promise<AuthRefusal | null> {
  const open = await findOpenChallenge(tx, context, factor.id, { id: challengeId, ip })
  if (open instanceof AuthRefusal) return open
  const asked = { challengeId: open.id, sessionId: session.id, factorId: factor.id }
  const question = { party: requireParty(context), challenge: challengeOf(context, asked) }
  const now = new Date(context.clock())
  if (await isRight()) return null
  await countFailure(tx, open.id)
  await note('refused', 'verification_attempted')
  return new AuthRefusal('mfa_verification_failed', 'The passkey does not match')

  async function isRight(): Promise<boolean> {
    if (answer.type === 'create') {
      if (factor.status !== 'unverified') throw invalid('webauthn.type: this factor already has a passkey')
      const made = await verifyPasskeyRegistration(question, answer.credential_response)
      if (!made) return false
      if (await insertPasskey(tx, factor.id, made, now)) return true
      throw new AuthRefusal('webauthn_credential_exists', 'This passkey is already registered')
    }
    if (!factor.passkey) throw invalid('webauthn.type: this factor has no passkey yet')
    const { credential_response: response } = answer
    const signed =
      response.id === factor.passkey.id && (await verifyPasskeySignature(factor.passkey, question, response))
    if (!signed) return false
    await recordSignature(tx, factor.id, signed.counter, now)
    return true
  }
}
