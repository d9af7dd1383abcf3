import { addressChangedLetter } from '#letters/account-letters.ts'
import { audit } from '#server/features/auth-audit/service.ts'
import {
  confirmEmail,
  findUserByEmail,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { type AccountLetter, news } from '#server/lib/auth/sealed-letters.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { clearCodes, spendCode } from './codes.ts'
import { hasConfirmed, lockAddress, markConfirmed } from './queries.ts'
import type { PendingCode } from './types.ts'

/** Gives null when the code does not belong to the change that is pending now. */
type Change = { half: string } | { user: UserRow; letters: AccountLetter[] } | null

const message = 'Confirmed. Now open the link that was sent to the other address.'

/**
 * One mailbox has confirmed a change of address. A person who has an address keeps it until both mailboxes have
 * confirmed: a borrowed session alone shall not carry an account away.
 */
export async function confirmChange(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  pending: PendingCode,
): Promise<Change> {
  const next = user.email_change.toLowerCase()
  const isNew = pending.kind === 'email_change_new'
  if (next === '' || pending.address !== (isNew ? next : user.email)) return null
  if (user.email === null) return (await spendCode(tx, pending)) ? moveTo(tx, context, user, next) : null
  if (!(await markConfirmed(tx, pending.id, pending.token_hash))) return null
  const other = isNew
    ? ({ kind: 'email_change_current', address: user.email } as const)
    : ({ kind: 'email_change_new', address: next } as const)
  const now = new Date(context.clock())
  if (await hasConfirmed(tx, { userId: user.id, ...other }, now)) return moveTo(tx, context, user, next)
  await updateUser(tx, user.id, { email_change_confirm_status: 1 }, now)
  return { half: message }
}

async function moveTo(
  tx: Transaction,
  { clock }: AuthContext,
  user: UserRow,
  email: string,
): Promise<{ user: UserRow; letters: AccountLetter[] }> {
  await lockAddress(tx, email)
  const taken = await findUserByEmail(tx, email)
  if (taken && taken.id !== user.id) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
  const now = new Date(clock())
  const change = { email, email_change: '', email_change_confirm_status: 0, email_confirmed_at: now }
  const moved = await confirmEmail(tx, await updateUser(tx, user.id, change, now), now)
  await clearCodes(tx, user.id)
  const traits = { what: 'email' }
  await audit(tx, { action: 'user_modified', outcome: 'done', actor: user.id, traits }, now)
  const notice = user.email && addressChangedLetter({ to: user.email, when: clock(), newAddress: email })
  return { user: moved, letters: notice ? [news(notice, user.id)] : [] }
}
