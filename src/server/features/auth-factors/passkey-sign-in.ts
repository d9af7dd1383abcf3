import { v7 as timedId } from 'uuid'
import { findUser, isBanned, type UserRow } from '#server/features/auth-accounts/service.ts'
import { openSession, requireCaller, strengthenSession } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyAuthenticationOptions,
  verifyPasskeySignature,
} from '#server/lib/crypto/passkey.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countHit, type Throttle } from '#server/lib/throttle/queries.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { pendingSeconds } from './caller.ts'
import { handleOf, requireParty } from './passkeys.ts'
import { findPasskeyUserId, listFactors, recordSignature, type StoredFactor } from './queries.ts'

/** Allows one answer per challenge. The challenge expires before this counter does. */
const once: Throttle = { name: 'passkey sign-in', hits: 1, seconds: pendingSeconds }

/**
 * The string that the device signs; it is derived from the challenge's id, so that requesting a challenge stores no
 * row.
 */
const challengeOf = ({ cipher }: AuthContext, id: string) => cipher.mac('passkey sign-in', id)

/** Requests any passkey for this site. The device's response names the user. */
export async function startPasskeySignIn(context: AuthContext): Promise<{
  challenge_id: string
  options: PublicKeyCredentialRequestOptionsJSON
  expires_at: number
}> {
  const now = context.clock()
  const id = timedId({ msecs: now })
  const question = {
    party: requireParty(context),
    challenge: challengeOf(context, id),
    seconds: pendingSeconds,
  }
  return {
    challenge_id: id,
    options: await passkeyAuthenticationOptions(question, []),
    expires_at: Math.floor(now / 1000) + pendingSeconds,
  }
}

/**
 * The time at which this server created the id: a version 7 UUID starts with its creation time. An id that this server
 * did not create fails the signature check.
 */
const challengeCreatedAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const wrong = () => new AuthRefusal('webauthn_verification_failed', 'Credential verification failed')

/**
 * Signs in with only a passkey. A passkey counts as two factors: the device, and the finger, face or PIN that the
 * device checks. A passkey cannot be guessed, so attempts by other people never lock a user out.
 */
export async function signInWithPasskey(
  context: AuthContext,
  { challengeId, response }: { challengeId: string; response: AuthenticationResponseJSON },
  client: SignInClient,
): Promise<SessionBody> {
  const question = { party: requireParty(context), challenge: challengeOf(context, challengeId) }
  if (challengeCreatedAt(challengeId) + pendingSeconds * 1000 <= context.clock()) {
    throw new AuthRefusal('webauthn_challenge_expired', 'Challenge has expired')
  }
  return decide(context.database, async (tx) => {
    const now = new Date(context.clock())
    const found = await findPasskeyOwner(tx, response)
    if (!found) return wrong()
    const { user, factor, passkey } = found
    const signed = await verifyPasskeySignature(passkey, question, response)
    if (!signed) return refuse(tx, context, user, factor, wrong())
    if ((await countHit(tx, once, question.challenge, now.getTime())) > 0) {
      const used = new AuthRefusal('webauthn_challenge_not_found', 'Challenge not found or already used')
      return refuse(tx, context, user, factor, used)
    }
    const refusal = accountRefusal(user, now.getTime())
    if (refusal) return refuse(tx, context, user, factor, refusal)
    await recordSignature(tx, factor.id, signed.counter, now)
    const opened = await openSession(tx, context, user, 'passkey', client)
    const caller = await requireCaller(tx, context, await context.keys.verify(opened.access_token))
    const by = { method: 'mfa/webauthn', factorId: factor.id, client } as const
    return strengthenSession(tx, context, caller.user, caller.session, by)
  })
}

/** Returns the passkey in the response and its user, and locks the user. */
async function findPasskeyOwner(tx: Transaction, response: AuthenticationResponseJSON) {
  const owner = await findPasskeyUserId(tx, response.id)
  const user = owner && (await findUser(tx, owner, true))
  if (!user || response.response.userHandle !== handleOf(user.id)) return null
  // The passkey may have been removed while this function waited for the lock.
  const factor = (await listFactors(tx, user.id)).find(({ passkey }) => passkey?.id === response.id)
  return factor?.passkey && factor.status === 'verified' ? { user, factor, passkey: factor.passkey } : null
}

/** Only a verified user learns the state of the account, as in a sign-in with a password. */
function accountRefusal(user: UserRow, now: number): AuthRefusal | null {
  if (isBanned(user, now)) return new AuthRefusal('user_banned', 'User is banned')
  return user.email_confirmed_at ? null : new AuthRefusal('email_not_confirmed', 'Email not confirmed')
}

async function refuse(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  factor: StoredFactor,
  refusal: AuthRefusal,
): Promise<AuthRefusal> {
  const traits = { method: 'passkey', factor: factor.id, reason: refusal.code }
  await audit(tx, context, 'login', { outcome: 'refused', actor: user.id, traits })
  return refusal
}
