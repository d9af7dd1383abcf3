import { exchangeFlow } from '#server/features/auth-flows/service.ts'
import { openSession, refreshSession } from '#server/features/auth-sessions/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { SessionBody } from '#shared/contract/auth.ts'

export { signInWithPassword } from './password-grant.ts'

export function refresh(context: AuthContext, refreshToken: string, client: Client): Promise<SessionBody> {
  return decide(context.database, (tx) => refreshSession(tx, context, refreshToken, client))
}

/** The session for a code that a link or a provider left in the client's address. */
export function exchangeCode(
  context: AuthContext,
  authCode: string,
  verifier: string,
  client: Client,
): Promise<SessionBody> {
  return decide(context.database, async (tx) => {
    const found = await exchangeFlow(tx, context, authCode, verifier)
    return {
      ...(await openSession(tx, context, found.user, found.method, client)),
      ...(found.providerToken !== undefined && { provider_token: found.providerToken }),
      ...(found.providerRefreshToken !== undefined && { provider_refresh_token: found.providerRefreshToken }),
    }
  })
}
