import type { Transaction } from '#server/lib/db/database.ts'

/** The purpose of a one-time token. `auth.one_time_token_type` has a name for each purpose. */
export type CodeKind = 'confirmation' | 'recovery' | 'email_change_new' | 'email_change_current' | 'reauthentication'

/** Kinds of emails, each with its own rate limit. Several kinds of emails can contain the same kind of code. */
export type EmailLimitKind = CodeKind | 'invite'

export interface IssuedCode {
  /** The token for the link: 256 random bits. */
  token: string
  /** The digits that the user types. */
  code: string
  expiresAt: Date
}

export interface PendingCode {
  id: string
  user_id: string
  kind: CodeKind
  address: string
  token_hash: string
  /** A keyed hash of the digits. */
  code_hash: string
  failures: number
}

const tokenTypes: Record<CodeKind, string> = {
  confirmation: 'confirmation_token',
  recovery: 'recovery_token',
  email_change_new: 'email_change_token_new',
  email_change_current: 'email_change_token_current',
  reauthentication: 'reauthentication_token',
}

/**
 * Replaces the token's hash from the time this mailbox confirms until the other mailbox confirms. This value matches no
 * token.
 */
const confirmed = 'confirmed'

interface NewCode {
  userId: string
  kind: CodeKind
  address: string
  tokenHash: string
  codeHash: string
  expiresAt: Date
}

/**
 * Replaces the user's older token of this kind. Locks the user first, as all changes to tokens do, to prevent
 * deadlocks. For an unknown user id, this does the same work and writes nothing.
 */
export async function upsertCode(tx: Transaction, code: NewCode, now: Date): Promise<void> {
  await tx.query(
    `with token as (
       insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
       select id, $2::auth.one_time_token_type, $3, $4, $7::timestamptz at time zone 'utc',
         $7::timestamptz at time zone 'utc'
       from auth.users where id = $1 and deleted_at is null for update
       on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
         relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at
       returning id
     )
     insert into private.one_time_codes (token_id, code_hash, failures, expires_at)
     select id, $5, 0, $6 from token
     on conflict (token_id) do update set code_hash = excluded.code_hash, failures = 0,
       expires_at = excluded.expires_at`,
    [code.userId, tokenTypes[code.kind], code.tokenHash, code.address, code.codeHash, code.expiresAt, now],
  )
}

const pending = `select t.id, t.user_id, t.relates_to as address, t.token_hash, c.code_hash, c.failures,
    case t.token_type
      when 'confirmation_token' then 'confirmation'
      when 'recovery_token' then 'recovery'
      when 'email_change_token_new' then 'email_change_new'
      when 'email_change_token_current' then 'email_change_current'
      when 'reauthentication_token' then 'reauthentication'
    end as kind
  from auth.one_time_tokens t join private.one_time_codes c on c.token_id = t.id`

const typesOf = (kinds: readonly CodeKind[]) => kinds.map((kind) => tokenTypes[kind])

export async function findByToken(
  tx: Transaction,
  tokenHash: string,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<PendingCode | null> {
  const { rows } = await tx.query<PendingCode>(
    `${pending} where t.token_hash = $1 and t.token_type = any($2::auth.one_time_token_type[]) and c.expires_at > $3`,
    [tokenHash, typesOf(kinds), now],
  )
  return rows[0] ?? null
}

/** A mailbox's pending codes. Several users can request the same new address. */
export async function findByAddress(
  tx: Transaction,
  address: string,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<PendingCode[]> {
  const { rows } = await tx.query<PendingCode>(
    `${pending} where t.relates_to = $1 and t.token_hash <> '${confirmed}'
       and t.token_type = any($2::auth.one_time_token_type[]) and c.expires_at > $3 order by t.id`,
    [address, typesOf(kinds), now],
  )
  return rows
}

export async function countFailure(tx: Transaction, codes: readonly PendingCode[]): Promise<void> {
  await tx.query('update private.one_time_codes set failures = failures + 1 where token_id = any($1::uuid[])', [
    codes.map(({ id }) => id),
  ])
}

/** Deletes the token. Returns false if another request has already deleted or replaced the token. */
export async function deleteCode(tx: Transaction, id: string, tokenHash: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from auth.one_time_tokens where id = $1 and token_hash = $2', [
    id,
    tokenHash,
  ])
  return rowCount > 0
}

export async function deleteCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}

/**
 * Records when the user was last sent an email of this kind. If the user id is unknown, the query takes just as long
 * but changes nothing.
 */
export async function recordSent(tx: Transaction, userId: string, kind: CodeKind, now: Date): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = $3,
       confirmation_sent_at = case when $2 = 'confirmation' then $3 else confirmation_sent_at end,
       recovery_sent_at = case when $2 = 'recovery' then $3 else recovery_sent_at end,
       email_change_sent_at = case when $2 like 'email_change%' then $3 else email_change_sent_at end
     where id = $1`,
    [userId, kind, now],
  )
}

/** Locks an email address, which may have no row yet, until the transaction ends. */
export async function lockAddress(tx: Transaction, address: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))", [address])
}

/**
 * Records that one of two mailboxes has confirmed, and voids that mailbox's token. Returns false if no token matched.
 */
export async function markConfirmed(tx: Transaction, id: string, tokenHash: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.one_time_tokens set token_hash = '${confirmed}' where id = $1 and token_hash = $2`,
    [id, tokenHash],
  )
  return rowCount > 0
}

/** True if the mailbox has confirmed and the confirmation has not expired. */
export async function hasConfirmed(
  tx: Transaction,
  half: { userId: string | null; kind: CodeKind; address: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from auth.one_time_tokens t join private.one_time_codes c on c.token_id = t.id
     where t.user_id = $1 and t.token_type = $2 and t.relates_to = $3 and t.token_hash = '${confirmed}'
       and c.expires_at > $4`,
    [half.userId, tokenTypes[half.kind], half.address, now],
  )
  return rowCount > 0
}

export type StaffRole = 'owner' | 'agent' | 'viewer'

/** An arbitrary fixed number for the lock: only one transaction at a time checks whether there is an owner. */
const lockKey = 7_206_341_005

/** True if there is a member, even one who has only been invited. */
export async function hasStaff(tx: Transaction): Promise<boolean> {
  const { rowCount } = await tx.query('select from public.staff_members limit 1')
  return rowCount > 0
}

/** True if there is an owner who can sign in. Other callers wait until this transaction ends. */
export async function hasOwner(tx: Transaction): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  const { rowCount } = await tx.query(
    `select from public.staff_members m join auth.users u on u.id = m.id
     where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null
       and u.email_confirmed_at is not null limit 1`,
  )
  return rowCount > 0
}

/** Makes the user a member or changes the member's role. Re-enables a disabled member. */
export async function upsertStaff(tx: Transaction, userId: string, role: StaffRole): Promise<void> {
  await tx.query(
    `insert into public.staff_members (id, role) values ($1, $2)
     on conflict (id) do update set role = excluded.role, disabled_at = null`,
    [userId, role],
  )
}

export async function insertOwnerLink(tx: Transaction, hash: string, now: Date, expiresAt: Date): Promise<void> {
  await tx.query('delete from private.owner_links where expires_at < $1', [now])
  await tx.query('insert into private.owner_links (token_hash, created_at, expires_at) values ($1, $2, $3)', [
    hash,
    now,
    expiresAt,
  ])
}

export async function hasOwnerLink(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query('select from private.owner_links where token_hash = $1 and expires_at > $2', [
    hash,
    now,
  ])
  return rowCount > 0
}

export async function deleteOwnerLinks(tx: Transaction): Promise<void> {
  await tx.query('delete from private.owner_links')
}
