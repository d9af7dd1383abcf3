import { audit } from '#server/features/auth-audit/service.ts'
import { clearCodes } from '#server/features/auth-codes/service.ts'
import { requireCaller, requireSecondFactor } from '#server/features/auth-sessions/service.ts'
import {
  deleteIdentity,
  findIdentity,
  findUser,
  findUserByEmail,
  type IdentityRow,
  listIdentities,
  noteProviders,
  type UserRow,
  updateUser,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { addIdentity, alreadyLinked } from './person.ts'
import type { ProviderFlow } from './provider-flow.ts'
import type { Profile } from './types.ts'

/** Links one more identity to a signed-in person, unless the session that asked has ended meanwhile. */
export async function linkIdentity(
  tx: Transaction,
  context: AuthContext,
  { userId, sessionId }: NonNullable<ProviderFlow['linking']>,
  provider: string,
  profile: Profile,
): Promise<UserRow> {
  const claims = { iss: '', aud: '', iat: 0, exp: 0, role: '', sub: userId, session_id: sessionId }
  await requireSecondFactor(tx, await requireCaller(tx, context, claims), 'link an identity')
  const user = await lockUser(tx, userId)
  if (await findIdentity(tx, provider, profile.subject)) throw alreadyLinked()
  const now = new Date(context.clock())
  const linked = await addIdentity(tx, context, await withAddress(tx, user, profile, now), provider, profile)
  const traits = { provider }
  await audit(tx, { action: 'identity_linked', outcome: 'done', actor: userId, traits }, now)
  return linked
}

async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  const user = await findUser(tx, id, true)
  if (!user) throw new AuthRefusal('user_not_found', 'User not found', { status: 403 })
  return user
}

/** A person without an address gets the verified one of the provider. */
async function withAddress(tx: Transaction, user: UserRow, profile: Profile, now: Date): Promise<UserRow> {
  if (user.email !== null) return user
  if (profile.email === null || !profile.isVerified) return user
  if (await findUserByEmail(tx, profile.email)) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
  return updateUser(tx, user.id, { email: profile.email, email_confirmed_at: now }, now)
}

/** Removes an identity; never the last one, and never the last that vouches for the person's address. */
export async function unlinkIdentity(
  tx: Transaction,
  context: Pick<AuthContext, 'clock'>,
  userId: string,
  identityId: string,
): Promise<void> {
  const now = new Date(context.clock())
  // Locked, so that two removals at once do not both see the other identity stay.
  const user = await lockUser(tx, userId)
  const identities = await listIdentities(tx, userId)
  if (identities.length <= 1) {
    throw new AuthRefusal(
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const going = identities.find(({ id }) => id === identityId)
  if (!going) throw new AuthRefusal('identity_not_found', "Identity doesn't exist")
  const staying = identities.filter(({ id }) => id !== identityId)
  const email = await addressAfter(tx, user, staying)
  await deleteIdentity(tx, identityId)
  // The password belonged to their address here, which is no way in any more.
  const password = going.provider === 'email' ? { encrypted_password: null } : {}
  const moved = email === user.email ? {} : { email, email_confirmed_at: now }
  if (email !== user.email || going.provider === 'email') await clearCodes(tx, userId)
  await noteProviders(tx, await updateUser(tx, userId, { ...password, ...moved }, now), now)
  const traits = { provider: going.provider }
  await audit(tx, { action: 'identity_unlinked', outcome: 'done', actor: userId, traits }, now)
}

/** The address stays while an identity has it; else that of a verified one takes its place, if nobody else has it. */
async function addressAfter(
  tx: Transaction,
  user: UserRow,
  staying: readonly IdentityRow[],
): Promise<string | null> {
  const { email } = user
  if (email === null || staying.some((identity) => identity.email === email)) return email
  for (const identity of staying) {
    if (identity.email === null || identity.identity_data.email_verified !== true) continue
    if (!(await findUserByEmail(tx, identity.email))) return identity.email
  }
  throw new AuthRefusal(
    'email_conflict_identity_not_deletable',
    'No other identity has a verified email address that could take its place',
  )
}
