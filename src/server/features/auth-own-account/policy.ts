import { type Caller, requireSecondFactor } from '#server/features/auth-sessions/service.ts'
import { findUserByEmail, type UserRow } from '#server/features/auth-users/service.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { UserChangeRequest } from './types.ts'

export const movesTo = ({ email }: UserChangeRequest, user: UserRow) => email !== '' && email !== user.email

/** Throws why a person may not change this about themselves. */
export async function assertAllowed(
  tx: Transaction,
  caller: Caller,
  change: UserChangeRequest,
): Promise<void> {
  const { user } = caller
  const { password, appMetadata } = change
  if (appMetadata && !isAdmin(user)) {
    throw new AuthRefusal('not_admin', 'Updating app_metadata requires admin privileges')
  }
  const moves = movesTo(change, user)
  if (!moves && password === null) return
  if (user.is_sso_user) {
    throw new AuthRefusal('user_sso_managed', 'The sign-in of this person is managed by their organisation')
  }
  // An attacker with the password alone, or the mailbox alone, must not get past the second factor by changing either.
  await requireSecondFactor(tx, caller, 'update email or password', 401)
  if (password !== null && !user.email && !moves && user.email_change === '') {
    throw invalid('Somebody without an address needs one before a password', 422)
  }
  if (moves && (await findUserByEmail(tx, change.email))) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
}

const isAdmin = ({ role }: UserRow) => role === 'service_role' || role === 'supabase_admin'
