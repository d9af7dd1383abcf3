import {
  deleteIdentity,
  findIdentity,
  findUser,
  findUserByEmail,
  type IdentityRow,
  isBanned,
  listIdentities,
  mergeMetadata,
  resetAccount,
  storeProviders,
  type UserRow,
  updateUser,
  upsertIdentity,
} from '#server/features/auth-accounts/service.ts'
import { clearCodes } from '#server/features/auth-links/service.ts'
import { requireCaller, requireSecondFactor } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { ProviderFlow } from './flow.ts'
import type { ProviderProfile } from './provider.ts'

type IdentityContext = Pick<AuthContext, 'clock'>

/** Finds the user of a provider account by the identity, or else by an email address that the provider has verified. */
export async function findProviderUser(
  tx: Transaction,
  context: IdentityContext,
  provider: string,
  profile: ProviderProfile,
): Promise<UserRow> {
  const identity = await findIdentity(tx, provider, profile.subject)
  if (identity) {
    const user = await findUser(tx, identity.user_id, true)
    if (!user) throw new AuthRefusal('user_not_found', 'This account was deleted')
    return addIdentity(tx, context, requireNotBanned(context, user), provider, profile)
  }
  // Anyone can register an email address with a provider and leave it unverified.
  if (profile.email === null || !profile.isVerified) throw needsVerification()
  const user = await findUserByEmail(tx, profile.email, true)
  if (!user) throw new AuthRefusal('signup_disabled', 'Signups not allowed for this instance')
  return linkVerifiedAddress(tx, context, requireNotBanned(context, user), provider, profile)
}

const needsVerification = () =>
  new AuthRefusal(
    'provider_email_needs_verification',
    'The provider has not verified your email address. Verify it there and sign in again',
  )

function requireNotBanned({ clock }: IdentityContext, user: UserRow): UserRow {
  if (isBanned(user, clock())) throw new AuthRefusal('user_banned', 'User is banned')
  return user
}

/** Links an identity to the user with the same email address, which the provider has verified. */
async function linkVerifiedAddress(
  tx: Transaction,
  context: IdentityContext,
  user: UserRow,
  provider: string,
  profile: ProviderProfile,
): Promise<UserRow> {
  const now = new Date(context.clock())
  const owned = user.email_confirmed_at === null ? await takeOverAccount(tx, user, profile, now) : user
  const traits = { provider }
  await audit(tx, context, 'identity_linked', { actor: user.id, traits })
  return addIdentity(tx, context, owned, provider, profile)
}

/** Takes over an account whose email address only the provider has verified. */
async function takeOverAccount(tx: Transaction, user: UserRow, profile: ProviderProfile, now: Date): Promise<UserRow> {
  const { raw_user_meta_data: kept } = await resetAccount(tx, user, now)
  for (const { id } of await listIdentities(tx, user.id)) await deleteIdentity(tx, id)
  const raw_user_meta_data = { ...profile.facts, ...kept, email_verified: true }
  return updateUser(tx, user.id, { email_confirmed_at: now, raw_user_meta_data }, now)
}

/** Stores the data that the provider sent about the user, and adds the provider to the user's sign-in methods. */
async function addIdentity(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  user: UserRow,
  provider: string,
  { subject, facts }: ProviderProfile,
): Promise<UserRow> {
  const now = new Date(clock())
  const row = { user_id: user.id, provider, provider_id: subject, identity_data: facts }
  const identity = await upsertIdentity(tx, row, now)
  if (identity.user_id !== user.id) throw alreadyLinked()
  const metadata = mergeMetadata(facts, user.raw_user_meta_data)
  const known = await updateUser(tx, user.id, { raw_user_meta_data: metadata }, now)
  return storeProviders(tx, known, now)
}

const alreadyLinked = () => new AuthRefusal('identity_already_exists', 'Identity is already linked to another user')

/** Links another identity to a signed-in user. Throws if the session has ended. */
export async function linkIdentity(
  tx: Transaction,
  context: AuthContext,
  { userId, sessionId }: NonNullable<ProviderFlow['linking']>,
  provider: string,
  profile: ProviderProfile,
): Promise<UserRow> {
  const claims = { iss: '', aud: '', iat: 0, exp: 0, role: '', sub: userId, session_id: sessionId }
  await requireSecondFactor(tx, await requireCaller(tx, context, claims), 'link an identity')
  const user = await lockUser(tx, userId)
  if (await findIdentity(tx, provider, profile.subject)) throw alreadyLinked()
  const now = new Date(context.clock())
  const linked = await addIdentity(tx, context, await setProviderAddress(tx, user, profile, now), provider, profile)
  const traits = { provider }
  await audit(tx, context, 'identity_linked', { actor: userId, traits })
  return linked
}

async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  const user = await findUser(tx, id, true)
  if (!user) throw new AuthRefusal('user_not_found', 'User not found', { status: 403 })
  return user
}

/** Gives a user without an email address the verified address from the provider. */
async function setProviderAddress(
  tx: Transaction,
  user: UserRow,
  profile: ProviderProfile,
  now: Date,
): Promise<UserRow> {
  if (user.email !== null) return user
  if (profile.email === null || !profile.isVerified) return user
  if (await findUserByEmail(tx, profile.email)) {
    throw new AuthRefusal('email_exists', 'A user with this email address has already been registered')
  }
  return updateUser(tx, user.id, { email: profile.email, email_confirmed_at: now }, now)
}

/**
 * Removes an identity. Refuses to remove the last identity, or the last identity that proves the user's email address.
 */
export async function unlinkIdentity(
  tx: Transaction,
  context: Pick<AuthContext, 'clock'>,
  userId: string,
  identityId: string,
): Promise<void> {
  const now = new Date(context.clock())
  // Locks the user, because two simultaneous removals could each count on the identity that the other removes.
  const user = await lockUser(tx, userId)
  const identities = await listIdentities(tx, userId)
  if (identities.length <= 1) {
    throw new AuthRefusal('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  }
  const going = identities.find(({ id }) => id === identityId)
  if (!going) throw new AuthRefusal('identity_not_found', "Identity doesn't exist")
  const staying = identities.filter(({ id }) => id !== identityId)
  const email = await addressAfterUnlinking(tx, user, staying)
  await deleteIdentity(tx, identityId)
  // The password belonged to the old email address, which can no longer be used to sign in.
  const password = going.provider === 'email' ? { encrypted_password: null } : {}
  const moved = email === user.email ? {} : { email, email_confirmed_at: now }
  if (email !== user.email || going.provider === 'email') await clearCodes(tx, userId)
  await storeProviders(tx, await updateUser(tx, userId, { ...password, ...moved }, now), now)
  const traits = { provider: going.provider }
  await audit(tx, context, 'identity_unlinked', { actor: userId, traits })
}

/**
 * The user's email address if a remaining identity has it; otherwise the first verified email address that no other
 * user has.
 */
async function addressAfterUnlinking(
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
    'No other identity has a verified email address for this account',
  )
}
