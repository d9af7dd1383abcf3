import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { madePasskey, signedBy } from '#server/lib/crypto/passkey.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { openChallenge } from './challenges.ts'
import type { PasskeyAnswer } from './passkey-body.ts'
import { insertPasskey, noteSignature } from './passkey-queries.ts'
import { challengeOf, requireParty } from './passkey-question.ts'
import type { Proof } from './proof.ts'
import { countFailure } from './queries.ts'

/** Null when the passkey has answered; otherwise a refusal, which the caller must commit for its count. */
export async function checkPasskey(
  tx: Transaction,
  context: AuthContext,
  { session, factor, challengeId, ip, note }: Proof,
  answer: PasskeyAnswer,
): Promise<AuthRefusal | null> {
  const open = await openChallenge(tx, context, factor.id, { id: challengeId, ip })
  if (open instanceof AuthRefusal) return open
  const asked = { challengeId: open.id, sessionId: session.id, factorId: factor.id }
  const question = { party: requireParty(context), challenge: challengeOf(context, asked) }
  const now = new Date(context.clock())
  if (await isRight()) return null
  await countFailure(tx, open.id)
  await note('refused', 'verification_attempted')
  return new AuthRefusal('mfa_verification_failed', 'The passkey does not fit')

  async function isRight(): Promise<boolean> {
    if (answer.type === 'create') {
      if (factor.status !== 'unverified') throw invalid('webauthn.type: this factor has its passkey')
      const made = await madePasskey(question, answer.credential_response)
      if (!made) return false
      if (await insertPasskey(tx, factor.id, made, now)) return true
      throw new AuthRefusal('webauthn_credential_exists', 'This passkey is registered already')
    }
    if (!factor.passkey) throw invalid('webauthn.type: this factor has no passkey yet')
    const { credential_response: response } = answer
    const signed = response.id === factor.passkey.id && (await signedBy(factor.passkey, question, response))
    if (!signed) return false
    await noteSignature(tx, factor.id, signed.counter, now)
    return true
  }
}
