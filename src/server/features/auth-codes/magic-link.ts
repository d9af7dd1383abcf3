import { audit } from '#server/features/auth-audit/service.ts'
import { findUserByEmail, type UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { postLetters } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { takeMail } from './mail-throttle.ts'
import { lockAddress } from './queries.ts'
import { type StrangersRequest, writeLetter } from './sending.ts'
import { createConfirmed, createOrPretend } from './signup.ts'

interface MagicLink extends StrangersRequest {
  /** Whether an unknown address is meant to become an account. */
  createUser: boolean
  data: Record<string, unknown>
}

/** Sends a link that signs in. For an unknown address the answer is the same, after the same time. */
export async function sendMagicLink(context: AuthContext, asked: MagicLink): Promise<void> {
  await decide(context.database, async (tx) => {
    const isNewcomer = asked.createUser && context.settings.signUp
    await takeMail(tx, context, 'magiclink', asked.email, { client: asked.client, isNewcomer })
    await lockAddress(tx, asked.email)
    const known = await findUserByEmail(tx, asked.email, true)
    const user = await personFor(tx, context, asked, known)
    const now = new Date(context.clock())
    const outcome = user ? 'done' : 'refused'
    await audit(tx, { action: 'user_confirmation_requested', outcome, actor: user?.id ?? null }, now)
    // An unconfirmed account gets the letter that confirms its mailbox.
    const name = user?.email_confirmed_at === null ? 'signup' : 'magiclink'
    await postLetters(tx, context, [await writeLetter(tx, context, name, user, asked)])
  })
}

async function personFor(
  tx: Transaction,
  context: AuthContext,
  asked: MagicLink,
  known: UserRow | null,
): Promise<UserRow | null> {
  const { signUp, autoconfirm } = context.settings
  if (!signUp || !asked.createUser) return known
  if (autoconfirm && !known) return createConfirmed(tx, context, asked, null)
  const { user } = await createOrPretend(tx, context, asked, null, known)
  return user
}
