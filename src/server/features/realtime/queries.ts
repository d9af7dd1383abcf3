import type { Transaction } from '#server/lib/db/database.ts'
import { schema, type Table } from './policy.ts'

export interface Rights {
  /** True if the caller's session still exists. */
  isLive: boolean
  /** True if the caller may see all rows. Only then are deletions sent, because a deleted row cannot be checked. */
  hearsOfDeletions: boolean
}

/** Reads the caller's rights, including the right to read the ids of a table. */
export async function readRights(tx: Transaction, table: Table): Promise<Rights & { readsIds: boolean }> {
  const { rows } = await tx.query<Rights & { readsIds: boolean }>(
    `select private.session_is_live() as "isLive", private.is_notified_of_deletions() as "hearsOfDeletions",
       has_column_privilege($1::regclass, 'id', 'select') as "readsIds"`,
    [`${schema}.${table}`],
  )
  return rows[0] ?? { isLive: false, hearsOfDeletions: false, readsIds: false }
}

/** Reads the caller's rights and which of these rows the caller may read. */
export async function readVisible(
  tx: Transaction,
  table: Table,
  ids: readonly string[],
): Promise<Rights & { ids: string[] }> {
  const { rows } = await tx.query<Rights & { ids: string[] }>(
    `select private.session_is_live() as "isLive", private.is_notified_of_deletions() as "hearsOfDeletions",
       array(select id::text from ${schema}.${table} where id = any($1::uuid[])) as ids`,
    [ids],
  )
  return rows[0] ?? { isLive: false, hearsOfDeletions: false, ids: [] }
}
