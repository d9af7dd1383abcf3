import { audit } from '#server/features/auth-audit/service.ts'
import { assertPassword, clearCodes, passwordChangedLetter } from '#server/features/auth-codes/service.ts'
import { type Caller, deleteSessions } from '#server/features/auth-sessions/service.ts'
import { type UserRow, updateUser } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { type AccountLetter, news } from '#server/lib/auth/sealed-letters.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { forgiveHits, takeHit } from '#server/lib/throttle/throttle.ts'
import { movesTo } from './policy.ts'
import type { UserChangeRequest } from './types.ts'

/** An attacker at an open browser must not be able to guess the password. */
const currentPasswords = { name: 'current password', hits: 10, seconds: 300 }

/** A password that was checked and may be set. */
export interface NewPassword {
  hash: string
  /** The hash that was stored when it was checked. */
  replaces: string | null
  /** Whether a code from the mailbox has to come with it. */
  needsNonce: boolean
}

/** Checks and hashes the new password. It takes long, so no transaction is open. */
export async function preparePassword(
  context: AuthContext,
  user: UserRow,
  change: UserChangeRequest,
  password: string,
): Promise<NewPassword> {
  // Neither the present password nor a code is required; one that is given has to be right.
  if (user.encrypted_password !== null && change.currentPassword !== '') {
    await checkCurrent(context, user, change.currentPassword)
  }
  const email = movesTo(change, user) ? change.email : user.email
  await assertPassword(context, password, email === null ? {} : { email })
  const replaces = user.encrypted_password
  if (replaces !== null && (await verifyPassword(password, replaces)).matches) {
    throw new AuthRefusal('same_password', 'New password should be different from the old password.')
  }
  return { hash: await hashPassword(password), replaces, needsNonce: change.nonce !== '' }
}

async function checkCurrent(context: AuthContext, user: UserRow, password: string): Promise<void> {
  const { database, cipher, clock } = context
  const key = cipher.mac('throttle', `current password ${user.id}`)
  const wait = await decide(database, (tx) => takeHit(tx, currentPasswords, key, clock()))
  if (wait > 0) {
    throw new AuthRefusal('over_request_rate_limit', `Too many tries, please wait ${wait} seconds`, {
      retryAfter: wait,
    })
  }
  if (!(await verifyPassword(password, user.encrypted_password)).matches) {
    throw new AuthRefusal('current_password_invalid', 'Current password is not right')
  }
  await decide(database, (tx) => forgiveHits(tx, currentPasswords, key))
}

/** Sets the password. The person's other sessions end, and codes in mails are void. */
export async function setPassword(
  tx: Transaction,
  { clock }: AuthContext,
  { user, session }: Caller,
  { hash }: NewPassword,
): Promise<AccountLetter[]> {
  const now = new Date(clock())
  await updateUser(tx, user.id, { encrypted_password: hash }, now)
  await deleteSessions(tx, user.id, { except: session.id })
  await clearCodes(tx, user.id)
  await audit(tx, { action: 'user_updated_password', outcome: 'done', actor: user.id }, now)
  if (user.encrypted_password === null || user.email === null) return []
  return [news(passwordChangedLetter({ to: user.email, when: now.getTime() }), user.id)]
}
