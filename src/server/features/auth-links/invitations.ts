import {
  createUser,
  describeUser,
  findUser,
  findUserByEmail,
  mergeMetadata,
  resetAccount,
  updateUser,
} from '#server/features/auth-accounts/service.ts'
import { requireAdmin, requireCaller } from '#server/features/auth-sessions/service.ts'
import { type AccessClaims, type AuthContext, decide } from '#server/lib/auth/context.ts'
import { readEmailAddress } from '#server/lib/auth/input.ts'
import { audit, queueAccountLetters, readStaffRole } from '#server/lib/auth/queries.ts'
import { deskUrlOf } from '#server/lib/auth/redirects.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import { countEmail, writeLetter } from './emails.ts'
import { type StaffRole, upsertStaff } from './owner.ts'
import { lockAddress } from './queries.ts'

export interface Invitation {
  email: string
  /**
   * The role in the desk, which only the operator's command sets. If `role` is missing, an existing role does not
   * change.
   */
  role?: StaffRole
  /** The owner who sends the invitation and then sets the role in the desk; null if a program sends the invitation. */
  inviter?: string | null
  data?: Record<string, unknown> | null
  /** The final target of the link, which `redirectTarget` has checked. */
  redirectTo?: string
}

/** Invites a user by email. A user who was invited but has not accepted receives another email. */
export async function invitePerson(
  context: AuthContext,
  { inviter = null, role, data, redirectTo = deskUrlOf(context.publicUrl()), ...invitation }: Invitation,
): Promise<{ user: UserBody; link: string }> {
  const email = readEmailAddress(invitation.email)
  return decide(context.database, async (tx) => {
    await countEmail(tx, context, 'invite', email, inviter ? { owner: inviter } : 'operator')
    const now = new Date(context.clock())
    await lockAddress(tx, email)
    const known = await findUserByEmail(tx, email, true)
    if (known?.email_confirmed_at) {
      throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
    }
    const user = known ? await resetAccount(tx, known, now) : await createUser(tx, { email, passwordHash: null }, now)
    const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, data ?? {})
    await updateUser(tx, user.id, { invited_at: now, raw_user_meta_data }, now)
    if (role) await upsertStaff(tx, user.id, role)
    const traits = { user: user.id }
    await audit(tx, context, 'user_invited', { actor: inviter, traits })
    const { link, ...letter } = await writeLetter(tx, context, 'invite', user, { email, redirectTo })
    await queueAccountLetters(tx, context, [letter])
    const invited = (await findUser(tx, user.id)) ?? user
    return { link, user: await describeUser(tx, invited) }
  })
}

/**
 * Allows only owners and the service role, and returns the owner's id. The database decides who is an owner, as for
 * every request from the desk.
 */
export async function requireInviter(context: AuthContext, claims: AccessClaims): Promise<string | null> {
  if (claims.role !== 'authenticated') {
    await decide(context.database, (tx) => requireAdmin(tx, context, claims))
    return null
  }
  const { user } = await decide(context.database, (tx) => requireCaller(tx, context, claims))
  const role = await context.database.transaction('authenticated', { ...claims }, readStaffRole)
  if (role === 'owner') return user.id
  return decide<never>(context.database, async (tx) => {
    await audit(tx, context, 'user_invited', { outcome: 'refused', actor: user.id })
    return new AuthRefusal('not_admin', 'User not allowed')
  })
}
