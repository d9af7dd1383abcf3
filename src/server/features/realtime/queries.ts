import type { Transaction } from '#server/lib/db/database.ts'
import { type NotifiedTable, schema } from './policy.ts'

export interface ChannelRights {
  /** True if the caller's session still exists. */
  isLive: boolean
  /**
   * True if the caller may see all rows. Deletions are sent only to callers who may see all rows, because a deleted row
   * cannot be checked.
   */
  hearsOfDeletions: boolean
}

/** Reads the caller's rights, including the right to read the ids of a table. */
export async function readRights(
  tx: Transaction,
  table: NotifiedTable,
): Promise<ChannelRights & { readsIds: boolean }> {
  const { rows } = await tx.query<ChannelRights & { readsIds: boolean }>(
    `select private.session_is_live() as "isLive", private.is_notified_of_deletions() as "hearsOfDeletions",
       has_column_privilege($1::regclass, 'id', 'select') as "readsIds"`,
    [`${schema}.${table}`],
  )
  return rows[0] ?? { isLive: false, hearsOfDeletions: false, readsIds: false }
}

/** Reads the caller's rights, and the ids of the rows that the caller may read. */
export async function readVisible(
  tx: Transaction,
  table: NotifiedTable,
  ids: readonly string[],
): Promise<ChannelRights & { ids: string[] }> {
  const { rows } = await tx.query<ChannelRights & { ids: string[] }>(
    `select private.session_is_live() as "isLive", private.is_notified_of_deletions() as "hearsOfDeletions",
       array(select id::text from ${schema}.${table} where id = any($1::uuid[])) as ids`,
    [ids],
  )
  return rows[0] ?? { isLive: false, hearsOfDeletions: false, ids: [] }
}
