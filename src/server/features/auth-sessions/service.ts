import { audit } from '#server/features/auth-audit/service.ts'
import { adoptDevice, isOwnDevice, noteDevice } from '#server/features/auth-devices/service.ts'
import { findUser, isBanned, type UserRow, updateUser } from '#server/features/auth-users/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { sessionBody } from './access-token.ts'
import { deleteSessions, insertSession, lockSession, noteMethod, noteRefresh, setAal } from './queries.ts'
import { findByToken, nextToken, startChain } from './refresh-chain.ts'
import { isOver } from './session-end.ts'
import type { Method, SessionRow, StrongMethod } from './types.ts'

export { bearerClaims, type Caller, requireAdmin, requireCaller, requireSecondFactor } from './caller.ts'
export { endSessionsOf, endToken } from './emergency.ts'
export { deleteSessions, weakenSessionsOf } from './queries.ts'
export { openSessionWatch, type SessionWatch, type Watched } from './session-watch.ts'
export type { Method, SessionRow, StrongMethod } from './types.ts'

const hour = 3_600_000

/** Opens a session for a person who has shown by `method` who they are. */
export async function openSession(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  method: Method,
  client: Client,
): Promise<SessionBody> {
  const { clock, settings } = context
  const now = new Date(clock())
  // Callers have checked this before. It is checked again so that no way of signing in can forget it.
  if (isBanned(user, now.getTime())) throw new AuthRefusal('user_banned', 'User is banned')
  const notAfter =
    settings.sessionHours === null ? null : new Date(now.getTime() + settings.sessionHours * hour)
  const session = await insertSession(tx, { userId: user.id, notAfter, agent: client.agent }, now)
  const traits = { method, session: session.id }
  // None of these needs the answer of another, so they are sent together.
  const [seen, token] = await Promise.all([
    updateUser(tx, user.id, { last_sign_in_at: now }, now),
    startChain(tx, context, session),
    noteMethod(tx, session.id, method, now),
    noteDevice(tx, context, session, client),
    audit(tx, { action: 'login', outcome: 'done', actor: user.id, traits }, now),
  ])
  return sessionBody(tx, context, seen, session, token)
}

/**
 * The next tokens for a refresh token. Gives a refusal, to be committed, when the token was used before or comes from
 * another device than the session's. The session has ended then.
 */
export async function refreshSession(
  tx: Transaction,
  context: AuthContext,
  presented: string,
  client: Client,
): Promise<SessionBody | AuthRefusal> {
  const now = context.clock()
  const row = await findByToken(tx, presented)
  const session = await lockSession(tx, row.session_id)
  const user = session && (await findUser(tx, session.user_id))
  if (!session || !user) {
    throw new AuthRefusal('session_not_found', 'Session not found', { status: 400 })
  }
  if (isBanned(user, now)) throw new AuthRefusal('user_banned', 'User is banned', { status: 400 })
  const isOwn = await isOwnDevice(tx, context, session, client)
  const next = await nextToken(tx, context, session, { token: presented, isOwn })
  if (next instanceof AuthRefusal) return next
  if (isOver(context, session))
    throw new AuthRefusal('session_expired', 'Invalid Refresh Token: Session Expired')
  const [body] = await Promise.all([
    sessionBody(tx, context, user, session, next.token),
    noteRefresh(tx, session.id, client.agent, new Date(now)),
    adoptDevice(tx, context, session, client),
  ])
  return body
}

/**
 * A second factor was shown: the session is aal2. Older refresh tokens lead nowhere, and every other session of the
 * person that is not aal2 ends, since one of them may be an attacker's who knew the password only.
 */
export async function strengthenSession(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  by: { method: StrongMethod; factorId: string | null; client: Client },
): Promise<SessionBody> {
  const now = new Date(context.clock())
  const locked = await lockSession(tx, session.id)
  if (!locked) throw new AuthRefusal('session_not_found', 'Session not found')
  await noteMethod(tx, session.id, by.method, now)
  await setAal(tx, session.id, 'aal2', by.factorId, now)
  await deleteSessions(tx, user.id, { except: session.id, weakOnly: true })
  await adoptDevice(tx, context, session, by.client)
  const token = await startChain(tx, context, session)
  return sessionBody(tx, context, user, { ...locked, aal: 'aal2', factor_id: by.factorId }, token)
}

export type SignOutScope = 'global' | 'local' | 'others'

export async function signOut(
  tx: Transaction,
  { clock }: AuthContext,
  { user, session }: { user: UserRow; session: SessionRow },
  scope: SignOutScope,
): Promise<void> {
  const which = { global: 'all', local: { only: session.id }, others: { except: session.id } } as const
  await deleteSessions(tx, user.id, which[scope])
  const now = new Date(clock())
  await audit(
    tx,
    { action: 'logout', outcome: 'done', actor: user.id, traits: { scope, session: session.id } },
    now,
  )
}
