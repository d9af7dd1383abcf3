import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/lib/db/database.ts'
import type { FactorBody, IdentityBody, UserBody } from '#shared/contract/auth.ts'
import {
  deleteSignInMethods,
  type FactorRow,
  type IdentityRow,
  insertUser,
  listFactors,
  listIdentities,
  type UserRow,
  updateUser,
  upsertIdentity,
} from './queries.ts'

export {
  adoptDevice,
  deleteOldDevices,
  isKnownDevice,
  isSessionDevice,
  recordDevice,
} from './devices.ts'
export type { IdentityRow, UserChange, UserRow } from './queries.ts'
export {
  deleteIdentity,
  findIdentity,
  findUser,
  findUserByEmail,
  listFactors,
  listIdentities,
  updateUser,
  upsertIdentity,
} from './queries.ts'

type Json = Record<string, unknown>

/** Creates an unconfirmed user with an identity for the email address. */
export async function createUser(
  tx: Transaction,
  person: { email: string; passwordHash: string | null },
  now: Date,
): Promise<UserRow> {
  const id = randomUUID()
  const user = await insertUser(
    tx,
    id,
    {
      email: person.email.toLowerCase(),
      encrypted_password: person.passwordHash,
      raw_user_meta_data: {},
      raw_app_meta_data: {},
      role: 'authenticated',
    },
    now,
  )
  return copyAddressToIdentity(tx, user, now)
}

const addressFacts = (id: string, email: string, verified: boolean): Json => ({
  sub: id,
  email,
  email_verified: verified,
  phone_verified: false,
})

/** The merge is shallow: a given key replaces the old value, and null removes the key. */
export function mergeMetadata(old: Json, change: Json): Json {
  const merged = { ...old, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/**
 * Confirms the user's email address and the identity with that address. The caller must be sure that the address
 * belongs to the user.
 */
export function confirmEmail(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  return copyAddressToIdentity(tx, { ...user, email_confirmed_at: user.email_confirmed_at ?? now }, now)
}

/**
 * Copies the email address and its confirmation to the identity and, for users migrated from Supabase, to the metadata.
 */
async function copyAddressToIdentity(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  const { id, email, email_confirmed_at } = user
  if (email === null) throw new Error('user has no email address to confirm')
  const facts = addressFacts(id, email, email_confirmed_at !== null)
  const identity = { user_id: id, provider: 'email', provider_id: id, identity_data: facts }
  await upsertIdentity(tx, identity, now)
  const { raw_user_meta_data: told } = user
  const raw_user_meta_data = told.sub === id ? mergeMetadata(told, facts) : told
  const change = { email_confirmed_at, raw_user_meta_data }
  return storeProviders(tx, await updateUser(tx, id, change, now), now)
}

/** Stores the user's providers, oldest first. Call this after identities change. */
export async function storeProviders(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  const providers = [...new Set((await listIdentities(tx, user.id)).map(({ provider }) => provider))]
  const { provider: _, providers: __, ...rest } = user.raw_app_meta_data
  const names = providers.length > 0 ? { provider: providers[0], providers } : {}
  return updateUser(tx, user.id, { raw_app_meta_data: { ...names, ...rest } }, now)
}

/**
 * Resets an account when its invitation link is used. Anyone can create an account for another person's mailbox, so
 * nothing in that account may give its creator access later. Keeps only metadata from our invitations. The caller must
 * have locked the user.
 */
export async function resetAccount(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  await deleteSignInMethods(tx, user.id)
  const change = {
    encrypted_password: null,
    email_change: '',
    email_change_confirm_status: 0,
    raw_user_meta_data: user.invited_at === null ? {} : user.raw_user_meta_data,
  }
  return storeProviders(tx, await updateUser(tx, user.id, change, now), now)
}

export const isBanned = (user: UserRow, now: number) => user.banned_until !== null && user.banned_until.getTime() > now

export async function describeUser(tx: Transaction, user: UserRow): Promise<UserBody> {
  const [identities, factors] = await Promise.all([listIdentities(tx, user.id), listFactors(tx, user.id)])
  return userBody(user, identities, factors)
}

const optional = (row: UserRow) => ({
  email_confirmed_at: row.email_confirmed_at,
  phone_confirmed_at: row.phone_confirmed_at,
  confirmed_at: row.confirmed_at,
  invited_at: row.invited_at,
  confirmation_sent_at: row.confirmation_sent_at,
  recovery_sent_at: row.recovery_sent_at,
  new_email: row.email_change || null,
  email_change_sent_at: row.email_change_sent_at,
  reauthentication_sent_at: row.reauthentication_sent_at,
  last_sign_in_at: row.last_sign_in_at,
  banned_until: row.banned_until,
  deleted_at: row.deleted_at,
})

/** The fields of a user that clients receive: no passwords, tokens or hashes. */
function userBody(row: UserRow, identities: readonly IdentityRow[] | null, factors: readonly FactorRow[]): UserBody {
  const set = Object.entries(optional(row)).filter(([, value]) => value !== null)
  const dates = set.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    phone: row.phone ?? '',
    app_metadata: row.raw_app_meta_data,
    user_metadata: row.raw_user_meta_data,
    identities: identities?.map(identityBody) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: row.is_anonymous,
    ...Object.fromEntries(dates),
    ...(factors.length > 0 && { factors: factors.map(factorBody) }),
  }
}

function identityBody(row: IdentityRow): IdentityBody {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.email !== null && { email: row.email }),
  }
}

function factorBody(row: FactorRow): FactorBody {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    ...(row.friendly_name && { friendly_name: row.friendly_name }),
    factor_type: row.factor_type,
    phone: row.phone ?? '',
    last_challenged_at: row.last_challenged_at?.toISOString() ?? null,
  }
}
