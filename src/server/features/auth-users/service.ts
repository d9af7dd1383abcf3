import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/lib/db/database.ts'
import type { UserBody } from '#shared/contract/auth.ts'
import {
  insertUser,
  listFactorsOf,
  listIdentities,
  listIdentitiesOf,
  updateUser,
  upsertIdentity,
} from './queries.ts'
import type { UserRow } from './types.ts'
import { userBody } from './user-body.ts'

export {
  deleteIdentity,
  deleteUser,
  findIdentity,
  findUser,
  findUserByEmail,
  listFactors,
  listIdentities,
  listUsers,
  updateUser,
  upsertIdentity,
} from './queries.ts'
export type { FactorRow, IdentityRow, UserChange, UserRow } from './types.ts'
export { factorBody } from './user-body.ts'

type Json = Record<string, unknown>

interface NewUser {
  id?: string
  email: string | null
  passwordHash: string | null
  userMetadata?: Json
  invitedAt?: Date
  /** Their metadata are then those that the administrator gave, without what the address adds. */
  byAdministrator?: boolean
}

/** Makes a person, with the identity of their address if they have one. Nothing is confirmed yet. */
export async function createUser(tx: Transaction, person: NewUser, now: Date): Promise<UserRow> {
  const id = person.id ?? randomUUID()
  const email = person.email?.toLowerCase() ?? null
  const own = email === null ? {} : addressFacts(id, email, false)
  const user = await insertUser(
    tx,
    id,
    {
      email,
      encrypted_password: person.passwordHash,
      raw_user_meta_data: mergedMetadata(person.userMetadata ?? {}, person.byAdministrator ? {} : own),
      raw_app_meta_data: {},
      role: 'authenticated',
      invited_at: person.invitedAt ?? null,
    },
    now,
  )
  if (email === null) return user
  const identity = { user_id: id, provider: 'email', provider_id: id, identity_data: own }
  await upsertIdentity(tx, identity, now)
  return noteProviders(tx, user, now)
}

const addressFacts = (id: string, email: string, verified: boolean): Json => ({
  sub: id,
  email,
  email_verified: verified,
  phone_verified: false,
})

/** Shallow: a key that is given replaces, null removes. */
export function mergedMetadata(old: Json, change: Json): Json {
  const merged = { ...old, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** Confirms the person's address, after they read a mail there, and the identity of that address. */
export function confirmEmail(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  return noteAddress(tx, { ...user, email_confirmed_at: user.email_confirmed_at ?? now }, now)
}

/** Gives the person an address that is nobody else's; whether it counts as confirmed stays as it is. */
export async function moveEmail(tx: Transaction, user: UserRow, email: string, now: Date): Promise<UserRow> {
  return noteAddress(tx, await updateUser(tx, user.id, { email: email.toLowerCase() }, now), now)
}

/**
 * Copies the address and whether it is confirmed from the row to wherever else they are kept: the identity, and the
 * metadata of people who made their account themselves (recognised by their own id in it). Metadata that an
 * administrator set have no such copy.
 */
async function noteAddress(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  const { id, email, email_confirmed_at } = user
  if (email === null) throw new Error('a person without an address has none to confirm')
  const facts = addressFacts(id, email, email_confirmed_at !== null)
  const identity = { user_id: id, provider: 'email', provider_id: id, identity_data: facts }
  await upsertIdentity(tx, identity, now)
  const { raw_user_meta_data: told } = user
  const raw_user_meta_data = told.sub === id ? mergedMetadata(told, facts) : told
  const change = { email_confirmed_at, raw_user_meta_data }
  return noteProviders(tx, await updateUser(tx, id, change, now), now)
}

/** Writes down by which providers the person signs in, oldest first. Call it when identities have changed. */
export async function noteProviders(tx: Transaction, user: UserRow, now: Date): Promise<UserRow> {
  const providers = [...new Set((await listIdentities(tx, user.id)).map(({ provider }) => provider))]
  const { provider: _, providers: __, ...rest } = user.raw_app_meta_data
  const names = providers.length > 0 ? { provider: providers[0], providers } : {}
  return updateUser(tx, user.id, { raw_app_meta_data: { ...names, ...rest } }, now)
}

export const isBanned = (user: UserRow, now: number) =>
  user.banned_until !== null && user.banned_until.getTime() > now

export async function describeUser(tx: Transaction, user: UserRow): Promise<UserBody> {
  const [body] = await describeUsers(tx, [user])
  return body as UserBody
}

export async function describeUsers(tx: Transaction, users: readonly UserRow[]): Promise<UserBody[]> {
  const ids = users.map(({ id }) => id)
  const [identities, factors] = await Promise.all([listIdentitiesOf(tx, ids), listFactorsOf(tx, ids)])
  const ownedBy =
    ({ id }: UserRow) =>
    (row: { user_id: string }) =>
      row.user_id === id
  return users.map((user) => userBody(user, identities.filter(ownedBy(user)), factors.filter(ownedBy(user))))
}
