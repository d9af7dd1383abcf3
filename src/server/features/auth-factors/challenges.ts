import { randomUUID } from 'node:crypto'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { relyingParty } from '#server/lib/crypto/passkey.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { clientAddress } from '#server/lib/rate-limit/limits.ts'
import { mostFailures, pendingSeconds, requireFactorCaller } from './caller.ts'
import { ceremonyFor, type PasskeyCeremony } from './passkeys.ts'
import {
  type Challenge,
  deleteChallenge,
  findChallenge,
  insertChallenge,
  listFactors,
  type StoredFactor,
} from './queries.ts'

interface ChallengeBody {
  id: string
  type: StoredFactor['factor_type']
  expires_at: number
  webauthn?: PasskeyCeremony
}

/** Starts a challenge for one factor. The answer must come from the same IP address. */
export async function startChallenge(
  context: AuthContext,
  claims: AccessClaims,
  factorId: string,
  ip: string,
): Promise<ChallengeBody> {
  return decide(context.database, async (tx) => {
    const { user, session } = await requireFactorCaller(tx, context, claims)
    const factor = await requireOwnFactor(tx, context, user.id, factorId)
    const now = new Date(context.clock())
    const id = randomUUID()
    await insertChallenge(tx, { id, factorId: factor.id, addressHash: hashOf(context, id, ip) }, now)
    await audit(tx, context, 'challenge_created', { actor: user.id, traits: { factor: factor.id } })
    const { factor_type: type } = factor
    const body = { id, type, expires_at: Math.floor(now.getTime() / 1000) + pendingSeconds }
    if (type === 'totp') return body
    const asked = { challengeId: id, sessionId: session.id, factorId: factor.id }
    const all = await listFactors(tx, user.id)
    return { ...body, webauthn: await ceremonyFor(context, user, factor, asked, all) }
  })
}

/** Returns one of the user's factors. Throws for an imported passkey, because it is bound to another site. */
export async function requireOwnFactor(
  tx: Transaction,
  { publicUrl }: Pick<AuthContext, 'publicUrl'>,
  userId: string,
  id: string,
): Promise<StoredFactor> {
  const factor = (await listFactors(tx, userId)).find((each) => each.id === id.toLowerCase())
  if (!factor) throw new AuthRefusal('mfa_factor_not_found', 'Factor not found', { status: 404 })
  const { factor_type: type, status, passkey } = factor
  const isAnswerable = type === 'webauthn' && (status === 'unverified' || passkey) && relyingParty(publicUrl())
  if (type === 'totp' || isAnswerable) return factor
  throw new AuthRefusal(`mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${type}`)
}

/**
 * Returns the challenge if this IP address can answer it now; otherwise returns a refusal, after which the caller must
 * commit.
 */
export async function findOpenChallenge(
  tx: Transaction,
  context: AuthContext,
  factorId: string,
  { id, ip }: { id: string; ip: string },
): Promise<Challenge | AuthRefusal> {
  const found = await findChallenge(tx, factorId, id)
  if (!found) return new AuthRefusal('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (found.verified_at !== null || found.address_hash !== hashOf(context, found.id, ip)) {
    return new AuthRefusal(
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch, or the challenge was already used',
    )
  }
  const isOver = found.created_at.getTime() + pendingSeconds * 1000 <= context.clock()
  if (!isOver && found.failures < mostFailures) return found
  await deleteChallenge(tx, found.id)
  return new AuthRefusal('mfa_challenge_expired', 'MFA challenge has expired, request another one')
}

/**
 * A keyed hash of the IP address. For IPv6, only the network counts, because a client has many addresses in its
 * network.
 */
const hashOf = ({ cipher }: AuthContext, challengeId: string, ip: string) =>
  cipher.mac('challenge address', `${challengeId} ${clientAddress(ip)}`)
