import {
  adoptDevice,
  describeUser,
  findUser,
  findUserByEmail,
  isBanned,
  isSessionDevice,
  recordDevice,
  type UserRow,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { hasExpired } from './caller.ts'
import {
  deleteSessions,
  endSessions,
  insertSession,
  listMethods,
  lockSession,
  type RevokedToken,
  recordMethod,
  recordRefresh,
  revokeToken,
  type SecondFactorMethod,
  type SessionRow,
  type SignInMethod,
  setAal,
} from './queries.ts'
import { findByToken, nextToken, startChain } from './refresh-chain.ts'

export { bearerClaims, type Caller, requireAdmin, requireCaller, requireSecondFactor } from './caller.ts'
export { openKeys, readEncryptionKeyIds } from './keys.ts'
export type { SecondFactorMethod, SessionRow, SignInMethod } from './queries.ts'
export { deleteSessions, lowerSessionsOf } from './queries.ts'
export { openSessionWatch, type SessionWatch, type WatchedConnection } from './session-jobs.ts'

const hour = 3_600_000

/** Opens a session for a user whom `method` has verified. */
export async function openSession(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  method: SignInMethod,
  client: SignInClient,
): Promise<SessionBody> {
  const { clock, settings } = context
  const now = new Date(clock())
  // Callers have already checked for a ban. This second check protects any sign-in method that is added later.
  if (isBanned(user, now.getTime())) throw new AuthRefusal('user_banned', 'User is banned')
  const notAfter = new Date(now.getTime() + settings.sessionHours * hour)
  const session = await insertSession(tx, { userId: user.id, notAfter, agent: client.agent }, now)
  const traits = { method, session: session.id }
  // These queries do not depend on each other, so they are sent together.
  const [seen, token] = await Promise.all([
    updateUser(tx, user.id, { last_sign_in_at: now }, now),
    startChain(tx, context, session),
    recordMethod(tx, session.id, method, now),
    recordDevice(tx, context, session, client),
    audit(tx, context, 'login', { actor: user.id, traits }),
  ])
  return sessionBody(tx, context, seen, session, token)
}

/**
 * Exchanges a refresh token for new tokens. If the token was used before or comes from a different device, ends the
 * session and returns a refusal; the caller must commit so that the session stays ended.
 */
export async function refreshSession(
  tx: Transaction,
  context: AuthContext,
  presented: string,
  client: SignInClient,
): Promise<SessionBody | AuthRefusal> {
  const now = context.clock()
  const row = await findByToken(tx, presented)
  const session = await lockSession(tx, row.session_id)
  const user = session && (await findUser(tx, session.user_id))
  if (!session || !user) {
    throw new AuthRefusal('session_not_found', 'Session not found', { status: 400 })
  }
  if (isBanned(user, now)) throw new AuthRefusal('user_banned', 'User is banned', { status: 400 })
  const isOwn = await isSessionDevice(tx, context, session, client)
  const next = await nextToken(tx, context, session, { token: presented, isOwn })
  if (next instanceof AuthRefusal) return next
  if (hasExpired(context, session)) throw new AuthRefusal('session_expired', 'Invalid Refresh Token: Session Expired')
  const [body] = await Promise.all([
    sessionBody(tx, context, user, session, next.token),
    recordRefresh(tx, session.id, client.agent, new Date(now)),
    adoptDevice(tx, context, session, client),
  ])
  return body
}

/**
 * Raises the session to aal2 after a second factor. Voids older refresh tokens and ends the user's other sessions below
 * aal2, because an attacker who knows only the password may have opened such a session.
 */
export async function strengthenSession(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  by: { method: SecondFactorMethod; factorId: string | null; client: SignInClient },
): Promise<SessionBody> {
  const now = new Date(context.clock())
  const locked = await lockSession(tx, session.id)
  if (!locked) throw new AuthRefusal('session_not_found', 'Session not found')
  await recordMethod(tx, session.id, by.method, now)
  await setAal(tx, session.id, 'aal2', by.factorId, now)
  await deleteSessions(tx, user.id, { except: session.id, weakOnly: true })
  await adoptDevice(tx, context, session, by.client)
  const token = await startChain(tx, context, session)
  return sessionBody(tx, context, user, { ...locked, aal: 'aal2', factor_id: by.factorId }, token)
}

export type SignOutScope = 'global' | 'local' | 'others'

export async function signOut(
  tx: Transaction,
  context: AuthContext,
  { user, session }: { user: UserRow; session: SessionRow },
  scope: SignOutScope,
): Promise<void> {
  const which = { global: 'all', local: { only: session.id }, others: { except: session.id } } as const
  await deleteSessions(tx, user.id, which[scope])
  await audit(tx, context, 'logout', { actor: user.id, traits: { scope, session: session.id } })
}

/** The response when a session is opened or refreshed. */
async function sessionBody(
  tx: Transaction,
  { keys, clock, settings }: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionBody> {
  const seconds = settings.tokenSeconds
  const expiresAt = Math.floor(clock() / 1000) + seconds
  // These queries are sent together, so they take one round trip instead of three.
  const [amr, described] = await Promise.all([listMethods(tx, session.id), describeUser(tx, user)])
  const access_token = await keys.sign(
    {
      sub: user.id,
      aud: user.aud,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: user.role,
      aal: session.aal,
      amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    seconds,
    tx,
  )
  return {
    access_token,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: described,
  }
}

type SessionContext = Pick<AuthContext, 'database' | 'clock'>

/**
 * Ends all sessions of a user, or of every user if `email` is null. Returns the number of ended sessions, or null for
 * an unknown email address.
 */
export function endSessionsOf({ database, clock }: SessionContext, email: string | null): Promise<number | null> {
  return decide(database, async (tx) => {
    const user = email === null ? null : await findUserByEmail(tx, email)
    if (email !== null && !user) return null
    const sessions = await endSessions(tx, user?.id ?? null)
    const traits = { sessions, ...(user && { user: user.id }) }
    await audit(tx, { clock }, 'sessions_ended', { traits })
    return sessions
  })
}

/**
 * Revokes a leaked token, and ends the token's session if there is one. Returns null for an unknown or expired token.
 */
export function revokeLeakedToken({ database, clock }: SessionContext, token: string): Promise<RevokedToken | null> {
  return decide(database, async (tx) => {
    const ended = await revokeToken(tx, token)
    if (!ended) return null
    const traits = { what: ended.what, ...(ended.member !== null && { user: ended.member }) }
    await audit(tx, { clock }, 'token_ended', { traits })
    return ended
  })
}
