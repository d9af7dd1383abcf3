import type { Transaction } from '#server/lib/db/database.ts'

export type StaffRole = 'owner' | 'agent' | 'viewer'

/** Any fixed number: one transaction at a time asks whether there is an owner. */
const lockKey = 7_206_341_005

/** Whether anybody is at the desk, or invited to it. */
export async function hasStaff(tx: Transaction): Promise<boolean> {
  const { rowCount } = await tx.query('select from public.staff_members limit 1')
  return rowCount > 0
}

/** Whether an owner can sign in; an invited one does not count. Other callers wait until this transaction ends. */
export async function hasOwner(tx: Transaction): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  const { rowCount } = await tx.query(
    `select from public.staff_members m join auth.users u on u.id = m.id
     where m.role = 'owner' and m.disabled_at is null and u.deleted_at is null
       and u.email_confirmed_at is not null limit 1`,
  )
  return rowCount > 0
}

/** Makes the person staff, or changes their role. A member who was stopped is let in again. */
export async function upsertStaff(tx: Transaction, userId: string, role: StaffRole): Promise<void> {
  await tx.query(
    `insert into public.staff_members (id, role) values ($1, $2)
     on conflict (id) do update set role = excluded.role, disabled_at = null`,
    [userId, role],
  )
}

export async function insertOwnerLink(
  tx: Transaction,
  hash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.query('delete from private.owner_links where expires_at < $1', [now])
  await tx.query('insert into private.owner_links (token_hash, created_at, expires_at) values ($1, $2, $3)', [
    hash,
    now,
    expiresAt,
  ])
}

export async function hasOwnerLink(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from private.owner_links where token_hash = $1 and expires_at > $2',
    [hash, now],
  )
  return rowCount > 0
}

export async function deleteOwnerLinks(tx: Transaction): Promise<void> {
  await tx.query('delete from private.owner_links')
}
