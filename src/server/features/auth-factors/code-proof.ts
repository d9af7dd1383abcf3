import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { totpStep } from '#server/lib/crypto/totp.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveGuesses, takeGuess } from './caller.ts'
import { openChallenge } from './challenges.ts'
import { codeThrottles } from './policy.ts'
import type { Proof } from './proof.ts'
import { countFailure, spendStep } from './queries.ts'
import { openSecret } from './secret.ts'

/** Null when the code is right, which spends it; otherwise a refusal, which the caller must commit for its count. */
export async function checkCode(
  tx: Transaction,
  context: AuthContext,
  { user, factor, challengeId, ip, note }: Proof,
  code: string,
): Promise<AuthRefusal | null> {
  const open = await openChallenge(tx, context, factor.id, { id: challengeId, ip })
  if (open instanceof AuthRefusal) return open
  const wait = await takeGuess(tx, context, codeThrottles, user.id)
  if (wait > 0) {
    await note('refused', 'limit_reached')
    return new AuthRefusal('over_request_rate_limit', 'Too many wrong codes, try again later', {
      retryAfter: wait,
    })
  }
  const secret = await openSecret(context, factor)
  const step = totpStep(secret, code.replace(/\s/g, ''), context.clock(), factor.step)
  if (step === null) {
    await countFailure(tx, open.id)
    await note('refused', 'verification_attempted')
    return new AuthRefusal('mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await spendStep(tx, factor.id, step)
  await forgiveGuesses(tx, context, codeThrottles, user.id)
  return null
}
