import { audit } from '#server/features/auth-audit/service.ts'
import { takeMail, writeLetter } from '#server/features/auth-codes/service.ts'
import { type UserRow, updateUser } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { AccountLetter } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { UserChangeRequest } from './types.ts'

/** Begins a change of address. The person keeps the old one until both mailboxes have confirmed. */
export async function beginEmailChange(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  { email, redirectTo }: UserChangeRequest,
): Promise<AccountLetter[]> {
  const now = new Date(context.clock())
  const traits = { what: 'email' }
  await audit(tx, { action: 'user_modified', outcome: 'done', actor: user.id, traits }, now)
  const asked = { redirectTo, newAddress: email }
  const change = { email_change: email, email_change_sent_at: now, email_change_confirm_status: 0 }
  const changing = await updateUser(tx, user.id, change, now)
  await takeMail(tx, context, 'email_change_new', email, { person: user.id })
  const letter = await writeLetter(tx, context, 'newAddress', changing, { ...asked, email })
  if (user.email === null) return [letter]
  await takeMail(tx, context, 'email_change_current', user.email, { person: user.id })
  const farewell = { ...asked, email: user.email }
  return [letter, await writeLetter(tx, context, 'currentAddress', changing, farewell)]
}
