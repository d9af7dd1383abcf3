import { audit } from '#server/features/auth-audit/service.ts'
import { factorAddedLetter } from '#server/features/auth-codes/service.ts'
import { strengthenSession } from '#server/features/auth-sessions/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { type AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { news, postLetters } from '#server/lib/auth/sealed-letters.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { factorCaller, requireAal2 } from './caller.ts'
import { ownFactor } from './challenges.ts'
import { checkCode } from './code-proof.ts'
import type { PasskeyAnswer } from './passkey-body.ts'
import { checkPasskey } from './passkey-proof.ts'
import type { Proof } from './proof.ts'
import { deleteFactors, listFactors, markAnswered, markVerified } from './queries.ts'

interface Answer {
  challengeId: string
  /** Six digits, or what the device signed. */
  code: string | undefined
  passkey: PasskeyAnswer | undefined
  ip: string
  client: Client
}

/** The right answer makes the session aal2, and a pending factor one that counts. */
export async function verify(
  context: AuthContext,
  claims: AccessClaims,
  factorId: string,
  answer: Answer,
): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await factorCaller(tx, context, claims)
    const factor = await ownFactor(tx, context, user.id, factorId)
    const others = (await listFactors(tx, user.id)).filter(({ id }) => id !== factor.id)
    // An attacker with the password alone may have enrolled this factor while there was no other.
    const isNew = factor.status === 'unverified'
    if (isNew && others.some(({ status }) => status === 'verified')) {
      requireAal2(session, 'verify a new factor')
    }
    const now = new Date(context.clock())
    const note: Proof['note'] = (outcome, action) =>
      audit(tx, { action, outcome, actor: user.id, traits: { factor: factor.id } }, now)
    const { challengeId, ip } = answer
    const refusal = await check(tx, context, { user, session, factor, challengeId, ip, note }, answer)
    if (refusal) return refusal
    await markAnswered(tx, challengeId, now)
    await note('done', 'verification_attempted')
    await markVerified(tx, factor.id, now)
    const pending = others.filter(
      ({ status, factor_type }) => status === 'unverified' && factor_type !== 'phone',
    )
    await deleteFactors(
      tx,
      pending.map(({ id }) => id),
    )
    const isPasskey = factor.factor_type === 'webauthn'
    const method = isPasskey ? 'mfa/webauthn' : 'totp'
    const by = { method, factorId: factor.id, client: answer.client } as const
    const body = await strengthenSession(tx, context, user, session, by)
    if (isNew && user.email !== null) {
      const { friendly_name: name } = factor
      const letter = factorAddedLetter({ to: user.email, name, isPasskey, when: context.clock() })
      await postLetters(tx, context, [news(letter, user.id)])
    }
    return body
  })
}

function check(
  tx: Transaction,
  context: AuthContext,
  proof: Proof,
  { code, passkey }: Answer,
): Promise<AuthRefusal | null> {
  if (proof.factor.factor_type === 'totp') {
    if (code === undefined) throw invalid('code: must be text')
    return checkCode(tx, context, proof, code)
  }
  if (passkey === undefined) throw invalid('webauthn: must be what the browser said')
  return checkPasskey(tx, context, proof, passkey)
}
