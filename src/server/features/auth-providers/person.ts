import { audit } from '#server/features/auth-audit/service.ts'
import { clearCodes } from '#server/features/auth-codes/service.ts'
import { deleteSessions } from '#server/features/auth-sessions/service.ts'
import {
  deleteIdentity,
  findIdentity,
  findUser,
  findUserByEmail,
  isBanned,
  listIdentities,
  mergedMetadata,
  noteProviders,
  type UserRow,
  updateUser,
  upsertIdentity,
} from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { Profile } from './types.ts'

type Tools = Pick<AuthContext, 'clock'>

/** The user behind an account at a provider: by that identity, or by the address that the provider has verified. */
export async function personOf(
  tx: Transaction,
  context: Tools,
  provider: string,
  profile: Profile,
): Promise<UserRow> {
  const identity = await findIdentity(tx, provider, profile.subject)
  if (identity) {
    const user = await findUser(tx, identity.user_id, true)
    if (!user) throw new AuthRefusal('user_not_found', 'This account was removed')
    return addIdentity(tx, context, allowed(context, user), provider, profile)
  }
  // An unverified address at a provider may be anybody's.
  if (profile.email === null || !profile.isVerified) throw needsVerification()
  const user = await findUserByEmail(tx, profile.email, true)
  if (!user) throw new AuthRefusal('signup_disabled', 'Signups not allowed for this instance')
  return adopt(tx, context, allowed(context, user), provider, profile)
}

const needsVerification = () =>
  new AuthRefusal(
    'provider_email_needs_verification',
    'The provider has not verified your email address. Please verify it there and sign in again',
  )

function allowed({ clock }: Tools, user: UserRow): UserRow {
  if (isBanned(user, clock())) throw new AuthRefusal('user_banned', 'User is banned')
  return user
}

/** Links an identity whose address is the person's and verified by the provider. */
async function adopt(
  tx: Transaction,
  context: Tools,
  user: UserRow,
  provider: string,
  profile: Profile,
): Promise<UserRow> {
  const now = new Date(context.clock())
  const owned = user.email_confirmed_at === null ? await handOver(tx, user, profile, now) : user
  const traits = { provider }
  await audit(tx, { action: 'identity_linked', outcome: 'done', actor: user.id, traits }, now)
  return addIdentity(tx, context, owned, provider, profile)
}

/**
 * The address was never confirmed, so an attacker may have made the account and waits for the owner to come. No
 * password and no identity stays, and metadata only from an invitation, which is ours.
 */
async function handOver(tx: Transaction, user: UserRow, profile: Profile, now: Date): Promise<UserRow> {
  for (const { id } of await listIdentities(tx, user.id)) await deleteIdentity(tx, id)
  await clearCodes(tx, user.id)
  await deleteSessions(tx, user.id, 'all')
  const kept = user.invited_at === null ? {} : user.raw_user_meta_data
  return updateUser(
    tx,
    user.id,
    {
      encrypted_password: null,
      email_confirmed_at: now,
      email_change: '',
      raw_user_meta_data: { ...profile.facts, ...kept, email_verified: true },
    },
    now,
  )
}

/** Writes down what the provider says, and that the person signs in by it. */
export async function addIdentity(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  user: UserRow,
  provider: string,
  { subject, facts }: Profile,
): Promise<UserRow> {
  const now = new Date(clock())
  const row = { user_id: user.id, provider, provider_id: subject, identity_data: facts }
  const identity = await upsertIdentity(tx, row, now)
  if (identity.user_id !== user.id) throw alreadyLinked()
  const metadata = mergedMetadata(facts, user.raw_user_meta_data)
  const known = await updateUser(tx, user.id, { raw_user_meta_data: metadata }, now)
  return noteProviders(tx, known, now)
}

export const alreadyLinked = () =>
  new AuthRefusal('identity_already_exists', 'Identity is already linked to another user')
