import { bearerClaims } from '#server/features/auth-sessions/service.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { readMe } from './queries.ts'
import type { LetterDeskOptions, Looker } from './types.ts'

type Options = Pick<LetterDeskOptions, 'database' | 'keys'>

const forbidden = () => new AuthRefusal('insufficient_aal', 'Your role does not allow this.', { status: 403 })

/** The caller, if they are a member of the team with both factors; the database is asked each time. */
export async function requireStaff({ database, keys }: Options, authorization?: string): Promise<Looker> {
  const claims = await bearerClaims(keys, authorization === undefined ? {} : { authorization })
  if (claims.role !== 'authenticated') throw forbidden()
  const { id, email, role } = await database
    .transaction('authenticated', { ...claims }, readMe)
    .catch((error: unknown) => {
      throw isDatabaseError(error) && error.code === '42501' ? over() : error
    })
  if (role === null) throw forbidden()
  return { id, email, role, claims }
}

const over = () => new AuthRefusal('session_not_found', 'Your session has ended.', { status: 401 })

export function requireOwner({ role }: Looker): void {
  if (role !== 'owner') throw forbidden()
}

export function requireWorker({ role }: Looker): void {
  if (role === 'viewer') throw forbidden()
}
