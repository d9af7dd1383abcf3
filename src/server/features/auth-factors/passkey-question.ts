import { brand } from '#content/brand.ts'
import type { UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { type RelyingParty, relyingParty } from '#server/lib/auth/relying-party.ts'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyAsked,
  passkeyWanted,
} from '#server/lib/crypto/passkey.ts'
import { pendingSeconds } from './policy.ts'
import type { StoredFactor } from './types.ts'

/** As the client hands it to the browser. */
export type PasskeyCeremony =
  | { type: 'create'; credential_options: { publicKey: PublicKeyCredentialCreationOptionsJSON } }
  | { type: 'request'; credential_options: { publicKey: PublicKeyCredentialRequestOptionsJSON } }

interface Asked {
  challengeId: string
  sessionId: string
  factorId: string
}

/**
 * What the device signs. It is made of the challenge, the session and the factor, under our own key: nobody can guess
 * it, nothing of it has to be stored, and an answer given to another session or factor does not fit.
 */
export const challengeOf = (
  { cipher }: Pick<AuthContext, 'cipher'>,
  { challengeId, sessionId, factorId }: Asked,
): string => cipher.mac('passkey challenge', `${challengeId} ${sessionId} ${factorId}`)

/** The user handle of a passkey: the bytes of the person's id. */
export const handleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** Throws where the site's address allows no passkeys, which callers check before. */
export function requireParty({ publicUrl }: Pick<AuthContext, 'publicUrl'>): RelyingParty {
  const party = relyingParty(publicUrl())
  if (!party) throw new AuthRefusal('passkey_disabled', 'Passkeys are disabled')
  return party
}

/** Asks for a pending factor's passkey to be made, and for a signature of one that exists. */
export async function ceremonyFor(
  context: AuthContext,
  user: UserRow,
  factor: StoredFactor,
  asked: Asked,
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
      credential_options: { publicKey: await passkeyAsked(question, [factor.passkey]) },
    }
  }
  const known = all.flatMap(({ passkey }) => passkey ?? [])
  const owner = { handle: handleOf(user.id), name: user.email ?? user.id, known }
  return {
    type: 'create',
    credential_options: { publicKey: await passkeyWanted(question, brand.name, owner) },
  }
}
