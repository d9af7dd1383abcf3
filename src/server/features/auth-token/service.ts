import { refreshSession } from '#server/features/auth-sessions/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { SessionBody } from '#shared/contract/auth.ts'

export { signInWithPassword } from './password-grant.ts'

export function refresh(context: AuthContext, refreshToken: string, client: Client): Promise<SessionBody> {
  return decide(context.database, (tx) => refreshSession(tx, context, refreshToken, client))
}
