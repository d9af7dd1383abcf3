import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf, selectRows, singleRow, writeRows } from '#server/lib/db/rows.ts'

/** Only these names can become part of an SQL statement. */
const changeable = [
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change',
  'email_change_sent_at',
  'email_change_confirm_status',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'phone',
  'phone_confirmed_at',
  'banned_until',
  'reauthentication_sent_at',
  'is_sso_user',
  'deleted_at',
  'is_anonymous',
] as const

/** `email_change` is the new email address until it is confirmed; otherwise, it is empty. */
const userColumns = columnsOf('auth.users', ['id', ...changeable, 'created_at', 'updated_at', 'confirmed_at'], {
  filled: {
    aud: "'authenticated'",
    role: "'authenticated'",
    email_change: "''",
    email_change_confirm_status: '0',
  },
})
export type UserRow = RowOf<typeof userColumns>

export type UserChange = Partial<Pick<UserRow, (typeof changeable)[number]>>

/** `provider_id` is the user's id at the provider; for the provider `email`, it is the user's id in our database. */
const identityColumns = columnsOf('auth.identities', [
  'id',
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'email',
])
export type IdentityRow = RowOf<typeof identityColumns>

/** A second factor, without its secret. */
const factorColumns = columnsOf('auth.mfa_factors', [
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'status',
  'friendly_name',
  'factor_type',
  'phone',
  'last_challenged_at',
])
export type FactorRow = RowOf<typeof factorColumns>

/** Ignores soft-deleted users. Lock the row before you change it. */
export const findUser = (tx: Transaction, id: string, lock = false) => findOne(tx, 'id = $1', id, lock)

export const findUserByEmail = (tx: Transaction, email: string, lock = false) =>
  findOne(tx, 'email = $1 and is_sso_user = false', email.toLowerCase(), lock)

async function findOne(tx: Transaction, is: string, value: string, lock: boolean): Promise<UserRow | null> {
  const which = `where ${is} and deleted_at is null ${lock ? 'for update' : ''}`
  const [row = null] = await selectRows(tx, userColumns, which, [value])
  return row
}

export async function insertUser(tx: Transaction, id: string, change: UserChange, now: Date): Promise<UserRow> {
  const { names, values } = parts(change)
  return singleRow(
    await writeRows(
      tx,
      userColumns,
      `insert into auth.users (${['id', 'created_at', 'updated_at', ...names].join(', ')})
     values ($1, $2, $2${names.map((_, index) => `, $${index + 3}`).join('')})`,
      [id, now, ...values],
    ),
  )
}

export async function updateUser(tx: Transaction, id: string, change: UserChange, now: Date): Promise<UserRow> {
  const { names, values } = parts(change)
  const sets = names.map((name, index) => `, ${name} = $${index + 3}`).join('')
  const [user] = await writeRows(tx, userColumns, `update auth.users set updated_at = $2${sets} where id = $1`, [
    id,
    now,
    ...values,
  ])
  if (!user) throw new Error('user does not exist')
  return user
}

function parts(change: UserChange): { names: string[]; values: unknown[] } {
  const allowed: readonly string[] = changeable
  const names = Object.keys(change)
  if (!names.every((name) => allowed.includes(name))) throw new Error('user column is not writable')
  return { names, values: Object.values(change) }
}

/** Returns the user's identities, oldest first; the providers in the user's metadata are in the same order. */
export async function listIdentities(tx: Transaction, userId: string): Promise<IdentityRow[]> {
  return selectRows(tx, identityColumns, 'where user_id = $1 order by created_at, id', [userId])
}

export async function findIdentity(tx: Transaction, provider: string, providerId: string): Promise<IdentityRow | null> {
  const [identity = null] = await selectRows(tx, identityColumns, 'where provider = $1 and provider_id = $2', [
    provider,
    providerId,
  ])
  return identity
}

export async function upsertIdentity(
  tx: Transaction,
  identity: Pick<IdentityRow, 'user_id' | 'provider' | 'provider_id' | 'identity_data'>,
  now: Date,
): Promise<IdentityRow> {
  return singleRow(
    await writeRows(
      tx,
      identityColumns,
      `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)
     on conflict (provider_id, provider) do update
       set identity_data = excluded.identity_data, last_sign_in_at = $5, updated_at = $5`,
      [identity.user_id, identity.provider, identity.provider_id, JSON.stringify(identity.identity_data), now],
    ),
  )
}

export async function deleteIdentity(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.identities where id = $1', [id])
}

export async function listFactors(tx: Transaction, userId: string): Promise<FactorRow[]> {
  return selectRows(tx, factorColumns, 'where user_id = $1 order by created_at, id', [userId])
}

const deviceColumns = columnsOf('private.known_devices', ['device', 'seen_at'])
type DeviceRow = RowOf<typeof deviceColumns>
const sessionColumns = columnsOf('private.session_devices', ['device'])

/** A user's devices, most recently seen first. */
export async function listDevices(tx: Transaction, userId: string): Promise<DeviceRow[]> {
  return selectRows(tx, deviceColumns, 'where user_id = $1 order by seen_at desc', [userId])
}

export async function upsertDevice(tx: Transaction, userId: string, device: string, now: Date): Promise<void> {
  await tx.query(
    `insert into private.known_devices (user_id, device, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device) do update set seen_at = excluded.seen_at`,
    [userId, device, now],
  )
}

/** If the user is a member, queues an email to the user and the owners. */
export async function queueNewDeviceEmails(tx: Transaction, userId: string, agent: string | null): Promise<void> {
  await tx.query('select private.enqueue_device_letter($1, $2)', [userId, agent])
}

/**
 * Deletes everything pending in the account, and every way to sign in except the password. Dependent rows are deleted
 * too.
 */
export async function deleteSignInMethods(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `with identities as (delete from auth.identities where user_id = $1 and provider <> 'email'),
       sessions as (delete from auth.sessions where user_id = $1),
       factors as (delete from auth.mfa_factors where user_id = $1),
       recovery as (delete from private.recovery_code_sets where user_id = $1),
       devices as (delete from private.known_devices where user_id = $1),
       flows as (delete from auth.flow_state where user_id = $1)
     delete from auth.one_time_tokens where user_id = $1`,
    [userId],
  )
}

export async function deleteDevicesBefore(tx: Transaction, since: Date): Promise<void> {
  await tx.query('delete from private.known_devices where seen_at < $1', [since])
}

export async function findSessionDevice(tx: Transaction, sessionId: string): Promise<string | null> {
  const [row] = await selectRows(tx, sessionColumns, 'where session_id = $1', [sessionId])
  return row?.device ?? null
}

/** Returns false if the session already has a device. */
export async function insertSessionDevice(tx: Transaction, sessionId: string, device: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into private.session_devices (session_id, device) values ($1, $2) on conflict (session_id) do nothing',
    [sessionId, device],
  )
  return rowCount > 0
}
