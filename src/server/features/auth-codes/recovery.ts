import { audit } from '#server/features/auth-audit/service.ts'
import { findUserByEmail } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { postLetters } from '#server/lib/auth/sealed-letters.ts'
import { takeMail } from './mail-throttle.ts'
import { type StrangersRequest, writeLetter } from './sending.ts'

/** Sends a link to a person who forgot their password. The caller does not learn whether there is such a person. */
export async function sendRecovery(context: AuthContext, asked: StrangersRequest): Promise<void> {
  await decide(context.database, async (tx) => {
    await takeMail(tx, context, 'recovery', asked.email, { client: asked.client })
    const user = await findUserByEmail(tx, asked.email, true)
    const now = new Date(context.clock())
    const outcome = user ? 'done' : 'refused'
    await audit(tx, { action: 'user_recovery_requested', outcome, actor: user?.id ?? null }, now)
    await postLetters(tx, context, [await writeLetter(tx, context, 'recovery', user, asked)])
  })
}
