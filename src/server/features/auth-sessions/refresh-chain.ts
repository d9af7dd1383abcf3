import type { AuthContext } from '#server/lib/auth/context.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { sha256 } from '#server/lib/crypto/tokens.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { endSession, type SessionRow } from './queries.ts'
import {
  deleteTokens,
  findActiveToken,
  findToken,
  insertToken,
  markTokenUsed,
  nextTokenId,
  type RefreshTokenRow,
  revokeTokens,
} from './token-queries.ts'

/**
 * A session's tokens form a chain in which only the last one is active. The tokens are derived with our key from the
 * session and a number: although only hashes are stored, a client that lost the response can get the active token
 * again.
 */
const tokenOf = (cipher: SecretCipher, sessionId: string, id: string) =>
  cipher.mac('refresh token', `${sessionId}.${id}`)

/** Starts a chain for a session that was opened or raised to aal2. Older tokens are not part of the new chain. */
export async function startChain(
  tx: Transaction,
  context: Pick<AuthContext, 'cipher' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<string> {
  await deleteTokens(tx, session.id)
  return addToken(tx, context, session, null)
}

async function addToken(
  tx: Transaction,
  { cipher, clock }: Pick<AuthContext, 'cipher' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'user_id'>,
  parent: string | null,
): Promise<string> {
  const id = await nextTokenId(tx)
  const token = tokenOf(cipher, session.id, id)
  const row = { id, hash: sha256(token), parent, userId: session.user_id, sessionId: session.id }
  await insertToken(tx, row, new Date(clock()))
  return token
}

/** Returns the row of a refresh token. Throws if the string cannot be a token or no such token exists. */
export async function findByToken(tx: Transaction, token: string): Promise<RefreshTokenRow> {
  if (!/^[\w-]{12,255}$/.test(token)) throw new AuthRefusal('validation_failed', 'Refresh token is not valid')
  const row = await findToken(tx, sha256(token))
  if (row) return row
  throw new AuthRefusal('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}

/** A refresh token that a client sent. `isOwn` is true if the session's own device sent the token. */
interface PresentedToken {
  token: string
  isOwn: boolean
}

/**
 * Returns the token that follows the one that the client sent. Requires a lock on the session. If this returns a
 * refusal, the session has ended, and the caller must commit. A used token remains valid for `reuseSeconds` while its
 * successor is unused, because the response may have been lost or two tabs may have refreshed at once. If the successor
 * was used, the older token was stolen.
 */
export async function nextToken(
  tx: Transaction,
  context: Pick<AuthContext, 'cipher' | 'clock' | 'settings'>,
  session: SessionRow,
  { token: presented, isOwn }: PresentedToken,
): Promise<{ token: string; rotated: boolean } | AuthRefusal> {
  const { cipher, clock, settings } = context
  const now = clock()
  // The row is read again, because another request may have used the token while this one waited for the lock.
  const row = await findByToken(tx, presented)
  const active = await findActiveToken(tx, session.id)
  if (isOwn && active?.id === row.id) {
    const [token] = await Promise.all([
      addToken(tx, context, session, row.token),
      markTokenUsed(tx, row.id, new Date(now)),
    ])
    return { token, rotated: true }
  }
  const usedJustNow = now - row.updated_at.getTime() <= settings.reuseSeconds * 1000
  if (isOwn && active?.parent === row.token && usedJustNow) {
    return { token: tokenOf(cipher, session.id, active.id), rotated: false }
  }
  const reused = new AuthRefusal('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  // The session has already ended; later attempts add nothing to the audit log.
  if (!active) return reused
  // Two clients have the same chain, so one of them is a thief. The server cannot tell which client is the thief, so
  // the session ends for both clients.
  await revokeTokens(tx, session.id, new Date(now))
  await endSession(tx, session.id, new Date(now))
  const traits = { session: session.id, reason: isOwn ? 'reuse' : 'device' }
  await audit(tx, context, 'token_revoked', { actor: session.user_id, traits })
  return reused
}
