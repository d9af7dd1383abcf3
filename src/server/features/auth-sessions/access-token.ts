import { describeUser, type UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import { listMethods } from './queries.ts'
import type { SessionRow } from './types.ts'

/** The answer to everything that opens or renews a session. */
export async function sessionBody(
  tx: Transaction,
  { keys, clock, settings }: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionBody> {
  const seconds = settings.tokenSeconds
  const expiresAt = Math.floor(clock() / 1000) + seconds
  // Sent at once, these queries take one round trip instead of three.
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
