import type { IncomingHttpHeaders } from 'node:http'
import { findUser, isBanned, listFactors, type UserRow } from '#server/features/auth-accounts/service.ts'
import { type AccessClaims, type AuthContext, BadToken, type Keys } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { findSession, type SessionRow } from './queries.ts'

export interface Caller {
  user: UserRow
  session: SessionRow
  claims: AccessClaims
}

type Headers = Pick<IncomingHttpHeaders, 'authorization'> & { apikey?: string | string[] | undefined }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const badToken = (why: string, status = 403) => new AuthRefusal('bad_jwt', `invalid JWT: ${why}`, { status })

/**
 * The claims of the bearer token, or the claims of a program that sends only its key. `requireCaller` looks up the
 * session.
 */
export async function bearerClaims(keys: Keys, headers: Headers): Promise<AccessClaims> {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const program = headers.authorization === undefined ? await programClaims(keys, headers.apikey) : null
  if (program) return program
  if (!token) throw new AuthRefusal('no_authorization', 'This endpoint requires a valid Bearer token')
  try {
    return await keys.verify(token)
  } catch (error) {
    if (!(error instanceof BadToken)) throw error
    throw badToken(`unable to parse or verify signature, ${error.message}`)
  }
}

async function programClaims(keys: Keys, key: Headers['apikey']): Promise<AccessClaims | null> {
  if (typeof key !== 'string') return null
  const claims = await keys.verify(key).catch((error: unknown) => {
    if (error instanceof BadToken) return null
    throw error
  })
  return claims?.role === 'service_role' ? claims : null
}

/** The current user and session for the given claims. Throws if the session has ended. */
export async function requireCaller(
  tx: Transaction,
  context: Pick<AuthContext, 'clock' | 'settings'>,
  claims: AccessClaims,
): Promise<Caller> {
  const { sub, session_id } = claims
  if (sub === undefined) throw badToken('missing sub claim')
  if (!uuid.test(sub)) throw badToken('sub claim must be a UUID', 400)
  const user = await findUser(tx, sub)
  if (!user) {
    throw new AuthRefusal('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
  }
  if (session_id === undefined || !uuid.test(session_id)) throw badToken('session_id claim must be a UUID')
  const session = await findSession(tx, session_id)
  if (!session || session.user_id !== sub || hasExpired(context, session)) {
    throw new AuthRefusal('session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user, context.clock())) throw new AuthRefusal('user_banned', 'User is banned')
  // The session's current level. A factor may have been removed since the token was issued.
  return { user, session, claims: { ...claims, aal: session.aal } }
}

/** Throws if the user has a second factor that this session has not verified. */
export async function requireSecondFactor(
  tx: Transaction,
  { user, session }: Caller,
  what: string,
  status = 403,
): Promise<void> {
  if (session.aal === 'aal2') return
  if (!(await listFactors(tx, user.id)).some((factor) => factor.status === 'verified')) return
  throw new AuthRefusal('insufficient_aal', `AAL2 session is required to ${what}`, { status })
}

/** Throws if the claims are not from a service-role token. */
export async function requireAdmin(
  tx: Transaction,
  context: Pick<AuthContext, 'clock' | 'settings'>,
  claims: AccessClaims,
): Promise<void> {
  if (claims.role !== 'service_role' && claims.role !== 'supabase_admin') {
    throw new AuthRefusal('not_admin', 'User not allowed')
  }
  if (claims.session_id === undefined) return
  await requireCaller(tx, context, claims).catch((error: unknown) => {
    if (!(error instanceof AuthRefusal)) throw error
    throw new AuthRefusal('session_expired', 'The session of this token has ended', { status: 403 })
  })
}

const hour = 3_600_000

/** True if the session is past its end, idle for too long, or older than the current settings allow. */
export function hasExpired(
  { clock, settings }: Pick<AuthContext, 'clock' | 'settings'>,
  { created_at, refreshed_at, not_after }: SessionRow,
): boolean {
  const now = clock()
  const isPast = (since: Date, hours: number) => now - since.getTime() > hours * hour
  return (
    isPast(refreshed_at ?? created_at, settings.idleHours) ||
    isPast(created_at, settings.sessionHours) ||
    (not_after !== null && not_after.getTime() <= now)
  )
}
