import { audit } from '#server/features/auth-audit/service.ts'
import { requireAdmin, requireCaller } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { readStaffRole } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { AccessClaims } from '#server/lib/auth/types.ts'

/**
 * Lets a holder of a token of the service role invite people, and an owner at the desk, whose id it gives. The database
 * decides who is an owner, as for every request of the desk.
 */
export async function requireInviter(context: AuthContext, claims: AccessClaims): Promise<string | null> {
  if (claims.role !== 'authenticated') {
    await decide(context.database, (tx) => requireAdmin(tx, context, claims))
    return null
  }
  const { user } = await decide(context.database, (tx) => requireCaller(tx, context, claims))
  const role = await context.database.transaction('authenticated', { ...claims }, readStaffRole)
  if (role === 'owner') return user.id
  return decide<never>(context.database, async (tx) => {
    const entry = { action: 'user_invited', outcome: 'refused', actor: user.id } as const
    await audit(tx, entry, new Date(context.clock()))
    return new AuthRefusal('not_admin', 'User not allowed')
  })
}
