import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, rowsOf } from '#server/lib/db/rows.ts'
import { keyColumns, type StoredKey } from './types.ts'

const endedColumns = columnsOf('private.ended_tokens', ['jti'])

/** Any fixed number: one process makes keys at a time. */
const lockKey = 7_206_341_004

/** Waits until no other process makes a key; others wait until this transaction ends. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
}

/** All keys, the one that signs last in front. */
export async function readKeys(tx: Transaction): Promise<StoredKey[]> {
  return rowsOf(tx, keyColumns, 'order by signs_from desc, id')
}

/** The tokens without a session that are worth nothing any more, by their `jti`. */
export async function readEndedTokens(tx: Transaction): Promise<string[]> {
  const rows = await rowsOf(tx, endedColumns, 'where ends_at > now() order by jti')
  return rows.map(({ jti }) => jti)
}

export async function insertKey(tx: Transaction, key: StoredKey): Promise<void> {
  await tx.query(
    `insert into private.signing_keys (id, algorithm, sealed_key, public_key, signs_from)
     values ($1, $2, $3, $4, $5)`,
    [key.id, key.algorithm, key.sealed_key, key.public_key && JSON.stringify(key.public_key), key.signs_from],
  )
}

export async function removeOtherKeys(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from private.signing_keys where id <> $1', [id])
}

/** Removes the keys that stopped signing before `since`: those with a successor that signs since then. */
export async function removeKeysReplacedBefore(tx: Transaction, since: Date): Promise<void> {
  await tx.query(
    `delete from private.signing_keys old where exists (
       select from private.signing_keys next where next.signs_from > old.signs_from and next.signs_from < $1
     )`,
    [since],
  )
}
