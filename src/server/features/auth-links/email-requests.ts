import { findUserByEmail, type UserRow } from '#server/features/auth-accounts/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import { type AccountLetter, audit, queueAccountLetters } from '#server/lib/auth/queries.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countEmail, type VisitorEmailRequest, writeLetter } from './emails.ts'
import { hasConfirmed } from './queries.ts'

/** Sends a link to a user who forgot their password. The response does not reveal whether the user exists. */
export async function sendRecovery(context: AuthContext, asked: VisitorEmailRequest): Promise<void> {
  await decide(context.database, async (tx) => {
    await countEmail(tx, context, 'recovery', asked.email, { client: asked.client })
    const user = await findUserByEmail(tx, asked.email, true)
    const outcome = user ? 'done' : 'refused'
    await audit(tx, context, 'user_recovery_requested', { outcome, actor: user?.id ?? null })
    await queueAccountLetters(tx, context, [await writeLetter(tx, context, 'recovery', user, asked)])
  })
}

/** Resends an invitation that has not been accepted, because the invitation confirms the account. */
export async function resendSignUp(context: AuthContext, asked: VisitorEmailRequest): Promise<void> {
  await decide(context.database, async (tx) => {
    await countEmail(tx, context, 'confirmation', asked.email, { client: asked.client })
    const user = await findUserByEmail(tx, asked.email, true)
    const waiting = user?.email_confirmed_at === null ? user : null
    await auditRequest(tx, context, waiting)
    await queueAccountLetters(tx, context, [await writeLetter(tx, context, 'invite', waiting, asked)])
  })
}

/**
 * Sends the emails about an email address change again to unconfirmed mailboxes. `email` is the current email address.
 */
export async function resendEmailChange(context: AuthContext, asked: VisitorEmailRequest): Promise<void> {
  await decide(context.database, async (tx) => {
    await countEmail(tx, context, 'email_change_current', asked.email, { client: asked.client })
    const user = await findUserByEmail(tx, asked.email, true)
    const changing = user && user.email_change !== '' ? user : null
    await auditRequest(tx, context, changing)
    await queueAccountLetters(tx, context, await changeLetters(tx, context, changing, asked))
  })
}

async function changeLetters(
  tx: Transaction,
  context: AuthContext,
  user: UserRow | null,
  asked: VisitorEmailRequest,
): Promise<AccountLetter[]> {
  const newAddress = (user?.email_change ?? asked.email).toLowerCase()
  const halves = [
    { name: 'newAddress', kind: 'email_change_new', address: newAddress },
    { name: 'currentAddress', kind: 'email_change_current', address: asked.email },
  ] as const
  const letters: AccountLetter[] = []
  for (const { name, kind, address } of halves) {
    const half = { userId: user?.id ?? null, kind, address }
    const done = await hasConfirmed(tx, half, new Date(context.clock()))
    if (done) continue
    letters.push(await writeLetter(tx, context, name, user, { ...asked, email: address, newAddress }))
  }
  return letters
}

async function auditRequest(tx: Transaction, context: AuthContext, user: UserRow | null): Promise<void> {
  const outcome = user ? 'done' : 'refused'
  await audit(tx, context, 'user_confirmation_requested', { outcome, actor: user?.id ?? null })
}
