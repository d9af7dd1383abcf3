import { passwordChangedLetter } from '#letters/account-letters.ts'
import { findUserByEmail, type UserRow, updateUser } from '#server/features/auth-accounts/service.ts'
import { clearCodes, countEmail, writeLetter } from '#server/features/auth-links/service.ts'
import { type Caller, deleteSessions, requireSecondFactor } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import { assertPassword } from '#server/lib/auth/input.ts'
import { type AccountLetter, audit, letterWithoutExpiry } from '#server/lib/auth/queries.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { hashPassword, verifyPassword } from '#server/lib/crypto/passwords.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { countHit, resetHits } from '#server/lib/throttle/queries.ts'

type Json = Record<string, unknown>

/** Changes to the user's own account. An empty or null value changes nothing. */
export interface UserChangeRequest {
  /** The email address in lower case. */
  email: string
  password: string | null
  currentPassword: string
  nonce: string
  data: Json | null
  appMetadata: Json | null
  /** The page to which a confirmed email address change leads; checked by `redirectTarget`. */
  redirectTo: string
}

export const changesAddress = ({ email }: UserChangeRequest, user: UserRow) => email !== '' && email !== user.email

/** Throws if the user is not allowed to make these changes. */
export async function assertAllowed(tx: Transaction, caller: Caller, change: UserChangeRequest): Promise<void> {
  const { user } = caller
  const { password, appMetadata } = change
  if (appMetadata && !isAdmin(user)) {
    throw new AuthRefusal('not_admin', 'Updating app_metadata requires admin privileges')
  }
  const moves = changesAddress(change, user)
  if (!moves && password === null) return
  if (user.is_sso_user) {
    throw new AuthRefusal('user_sso_managed', "This user's sign-in is managed by their organization")
  }
  // An attacker who has only the password or only the mailbox must not bypass the second factor by changing the
  // password or the email address.
  await requireSecondFactor(tx, caller, 'update email or password', 401)
  if (password !== null && !user.email && !moves && user.email_change === '') {
    throw invalid('Add an email address before setting a password', 422)
  }
  if (moves && (await findUserByEmail(tx, change.email))) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
}

const isAdmin = ({ role }: UserRow) => role === 'service_role' || role === 'supabase_admin'

/** Starts an email address change. The old email address remains until both mailboxes confirm the change. */
export async function beginEmailChange(
  tx: Transaction,
  context: AuthContext,
  user: UserRow,
  { email, redirectTo }: UserChangeRequest,
): Promise<AccountLetter[]> {
  const now = new Date(context.clock())
  const traits = { what: 'email' }
  await audit(tx, context, 'user_modified', { actor: user.id, traits })
  const asked = { redirectTo, newAddress: email }
  const change = { email_change: email, email_change_sent_at: now, email_change_confirm_status: 0 }
  const changing = await updateUser(tx, user.id, change, now)
  await countEmail(tx, context, 'email_change_new', email, { person: user.id })
  const letter = await writeLetter(tx, context, 'newAddress', changing, { ...asked, email })
  if (user.email === null) return [letter]
  await countEmail(tx, context, 'email_change_current', user.email, { person: user.id })
  const farewell = { ...asked, email: user.email }
  return [letter, await writeLetter(tx, context, 'currentAddress', changing, farewell)]
}

/** Limits password guesses in an unattended browser. */
const currentPasswords = { name: 'current password', hits: 10, seconds: 300 }

interface NewPassword {
  hash: string
  /** The hash that was stored when the password was checked. */
  replaces: string | null
  /** True if an emailed code is also required. */
  needsNonce: boolean
}

/** Checks and hashes the new password outside a transaction, because both steps take a long time. */
export async function preparePassword(
  context: AuthContext,
  user: UserRow,
  change: UserChangeRequest,
  password: string,
): Promise<NewPassword> {
  // The current password and the code are optional, but must be correct if they are sent.
  if (user.encrypted_password !== null && change.currentPassword !== '') {
    await checkCurrentPassword(context, user, change.currentPassword)
  }
  const email = changesAddress(change, user) ? change.email : user.email
  await assertPassword(password, email === null ? {} : { email })
  const replaces = user.encrypted_password
  if (replaces !== null && (await verifyPassword(password, replaces)).matches) {
    throw new AuthRefusal('same_password', 'New password should be different from the old password.')
  }
  return { hash: await hashPassword(password), replaces, needsNonce: change.nonce !== '' }
}

async function checkCurrentPassword(context: AuthContext, user: UserRow, password: string): Promise<void> {
  const { database, cipher, clock } = context
  const key = cipher.mac('throttle', `current password ${user.id}`)
  const wait = await decide(database, (tx) => countHit(tx, currentPasswords, key, clock()))
  if (wait > 0) {
    throw new AuthRefusal('over_request_rate_limit', `Too many attempts, please wait ${wait} seconds`, {
      retryAfter: wait,
    })
  }
  if (!(await verifyPassword(password, user.encrypted_password)).matches) {
    throw new AuthRefusal('current_password_invalid', 'Current password is wrong')
  }
  await decide(database, (tx) => resetHits(tx, currentPasswords, key))
}

/** Sets the password, ends the user's other sessions, and voids emailed codes. */
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
  await audit(tx, { clock }, 'user_updated_password', { actor: user.id })
  if (user.encrypted_password === null || user.email === null) return []
  return [letterWithoutExpiry(passwordChangedLetter({ to: user.email, when: now.getTime() }), user.id)]
}
