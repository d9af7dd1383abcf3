import { brand } from '#content/brand.ts'
import type { UserRow } from '#server/features/auth-accounts/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyAuthenticationOptions,
  passkeyRegistrationOptions,
  type RelyingParty,
  relyingParty,
} from '#server/lib/crypto/passkey.ts'
import { pendingSeconds, requireAal2, requireFactorCaller } from './caller.ts'
import { listFactors, renameFactor, type StoredFactor } from './queries.ts'

export type PasskeyCeremony =
  | { type: 'create'; credential_options: { publicKey: PublicKeyCredentialCreationOptionsJSON } }
  | { type: 'request'; credential_options: { publicKey: PublicKeyCredentialRequestOptionsJSON } }

interface ChallengeKey {
  challengeId: string
  sessionId: string
  factorId: string
}

/**
 * The string that the device signs. The string is derived with our key from the challenge, the session and the factor,
 * so it cannot be guessed, is not stored, and is valid for no other session or factor.
 */
export const challengeOf = (
  { cipher }: Pick<AuthContext, 'cipher'>,
  { challengeId, sessionId, factorId }: ChallengeKey,
): string => cipher.mac('passkey challenge', `${challengeId} ${sessionId} ${factorId}`)

/** The user handle of a passkey, in bytes: the user's id. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** Throws if the site's URL does not allow passkeys. Callers first check that the URL allows passkeys. */
export function requireParty({ publicUrl }: Pick<AuthContext, 'publicUrl'>): RelyingParty {
  const party = relyingParty(publicUrl())
  if (!party) throw new AuthRefusal('passkey_disabled', 'Passkeys are disabled')
  return party
}

/** Requests a new passkey if the factor is pending; otherwise requests a signature from the factor's passkey. */
export async function ceremonyFor(
  context: AuthContext,
  user: UserRow,
  factor: StoredFactor,
  asked: ChallengeKey,
  all: readonly StoredFactor[],
): Promise<PasskeyCeremony> {
  const question = {
    party: requireParty(context),
    challenge: challengeOf(context, asked),
    seconds: pendingSeconds,
  }
  if (factor.passkey) {
    return {
      type: 'request',
      credential_options: { publicKey: await passkeyAuthenticationOptions(question, [factor.passkey]) },
    }
  }
  const known = all.flatMap(({ passkey }) => passkey ?? [])
  const owner = { handle: handleOf(user.id), name: user.email ?? user.id, known }
  return {
    type: 'create',
    credential_options: { publicKey: await passkeyRegistrationOptions(question, brand.name, owner) },
  }
}

interface PasskeyBody {
  id: string
  friendly_name: string
  created_at: string
  last_used_at?: string
}

const passkeyBody = ({ id, friendly_name, created_at, last_used_at }: StoredFactor): PasskeyBody => ({
  id,
  friendly_name: friendly_name ?? '',
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
})

const isVerifiedPasskey = ({ passkey, status }: StoredFactor) => passkey !== null && status === 'verified'

/** The caller's own passkeys, oldest first. */
export function listPasskeys(context: AuthContext, claims: AccessClaims): Promise<PasskeyBody[]> {
  return decide(context.database, async (tx) => {
    const { user } = await requireFactorCaller(tx, context, claims)
    return (await listFactors(tx, user.id)).filter(isVerifiedPasskey).map(passkeyBody)
  })
}

export function renamePasskey(
  context: AuthContext,
  claims: AccessClaims,
  id: string,
  name: string,
): Promise<PasskeyBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const factors = await listFactors(tx, user.id)
    const factor = factors.find((each) => each.id === id.toLowerCase() && isVerifiedPasskey(each))
    if (!factor) throw new AuthRefusal('passkey_not_found', 'Passkey not found')
    requireAal2(session, 'rename a passkey')
    if (factors.some((each) => each.id !== factor.id && each.friendly_name === name)) {
      throw new AuthRefusal('mfa_factor_name_conflict', 'Another factor already has this name')
    }
    await renameFactor(tx, factor.id, name, new Date(context.clock()))
    return passkeyBody({ ...factor, friendly_name: name })
  })
}
