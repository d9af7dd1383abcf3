import { audit } from '#server/features/auth-audit/service.ts'
import { findUserByEmail } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { endFoundToken, endSessions } from './queries.ts'
import type { EndedToken } from './types.ts'

type Means = Pick<AuthContext, 'database' | 'clock'>

/** Ends every session of a person, or of everybody for null. Gives how many, or null when there is no such person. */
export function endSessionsOf({ database, clock }: Means, email: string | null): Promise<number | null> {
  return decide(database, async (tx) => {
    const user = email === null ? null : await findUserByEmail(tx, email)
    if (email !== null && !user) return null
    const sessions = await endSessions(tx, user?.id ?? null)
    const traits = { sessions, ...(user && { user: user.id }) }
    await audit(tx, { action: 'sessions_ended', outcome: 'done', actor: null, traits }, new Date(clock()))
    return sessions
  })
}

/** Ends a token that was found, with its session if it has one. Null when we do not know it, or it is over already. */
export function endToken({ database, clock }: Means, token: string): Promise<EndedToken | null> {
  return decide(database, async (tx) => {
    const ended = await endFoundToken(tx, token)
    if (!ended) return null
    const traits = { what: ended.what, ...(ended.member !== null && { user: ended.member }) }
    await audit(tx, { action: 'token_ended', outcome: 'done', actor: null, traits }, new Date(clock()))
    return ended
  })
}
