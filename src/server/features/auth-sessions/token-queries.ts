import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf, selectRows } from '#server/lib/db/rows.ts'

/** `token` and `parent` are hashes; `updated_at` is the time at which the token was created or used. */
const tokenColumns = columnsOf(
  'auth.refresh_tokens',
  ['id', 'token', 'parent', 'revoked', 'session_id', 'updated_at'],
  { as: { id: 'id::text' }, filled: { token: "''", session_id: "'00000000-0000-0000-0000-000000000000'" } },
)
export type RefreshTokenRow = RowOf<typeof tokenColumns>

/** The next number in the sequence of tokens, from which a new token is derived. */
export async function nextTokenId(tx: Transaction): Promise<string> {
  const { rows } = await tx.query<{ id: string }>("select nextval('auth.refresh_tokens_id_seq')::text as id")
  return (rows[0] as { id: string }).id
}

export async function insertToken(
  tx: Transaction,
  token: { id: string; hash: string; parent: string | null; userId: string; sessionId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.refresh_tokens (id, token, parent, user_id, session_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [token.id, token.hash, token.parent, token.userId, token.sessionId, now],
  )
}

export async function findToken(tx: Transaction, hash: string): Promise<RefreshTokenRow | null> {
  const [token = null] = await selectRows(tx, tokenColumns, 'where token = $1', [hash])
  return token
}

export async function findActiveToken(tx: Transaction, sessionId: string): Promise<RefreshTokenRow | null> {
  const [token = null] = await selectRows(
    tx,
    tokenColumns,
    'where session_id = $1 and not revoked order by auth.refresh_tokens.id desc limit 1',
    [sessionId],
  )
  return token
}

export async function markTokenUsed(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1', [id, now])
}

/** Deletes both the used and the unused tokens of a session, so that no old token leads to the next chain. */
export async function deleteTokens(tx: Transaction, sessionId: string): Promise<void> {
  await tx.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
}

export async function revokeTokens(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
    [sessionId, now],
  )
}

const keyColumns = columnsOf('private.signing_keys', ['id', 'algorithm', 'sealed_key', 'public_key', 'signs_from'])
export type StoredKey = RowOf<typeof keyColumns>

const endedColumns = columnsOf('private.ended_tokens', ['jti'])

/** An arbitrary fixed number for the lock: only one process creates keys at a time. */
const lockKey = 7_206_341_004

/** Waits until no other process is creating keys. From then on, other processes wait until this transaction ends. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
}

/** All keys, ordered by the time at which they start to sign, latest first. */
export async function readKeys(tx: Transaction): Promise<StoredKey[]> {
  return selectRows(tx, keyColumns, 'order by signs_from desc, id')
}

/** The `jti` values of revoked tokens that have no session. */
export async function readRevokedTokens(tx: Transaction): Promise<string[]> {
  const rows = await selectRows(tx, endedColumns, 'where ends_at > now() order by jti')
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

/** Deletes the keys that newer keys replaced before `since`. */
export async function removeKeysReplacedBefore(tx: Transaction, since: Date): Promise<void> {
  await tx.query(
    `delete from private.signing_keys old where exists (
       select from private.signing_keys next where next.signs_from > old.signs_from and next.signs_from < $1
     )`,
    [since],
  )
}
