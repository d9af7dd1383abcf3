import * as v from 'valibot'
import type { Aal } from '#server/lib/auth/context.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction, columnsOf, type RowOf, selectRows, singleRow, writeRows } from '#server/lib/db/rows.ts'
import { revokedTokenSchema } from '#shared/contract/team.ts'

/**
 * `factor_id` is the factor that raised the session to aal2; `not_after` is the time at which the session ends or has
 * ended.
 */
const sessionColumns = columnsOf(
  'auth.sessions',
  ['id', 'user_id', 'created_at', 'factor_id', 'aal', 'not_after', 'refreshed_at'],
  { as: { refreshed_at: "refreshed_at at time zone 'utc'" } },
)
export type SessionRow = RowOf<typeof sessionColumns>

/** A method that opened a session or raised its level. */
interface AmrEntry {
  method: string
  /** The time at which the session last used the method, in seconds since 1970. */
  timestamp: number
}

/** Sign-in methods by their names in access tokens. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'passkey'

/** Methods that raise a session to aal2. */
export type SecondFactorMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

export type RevokedToken = v.InferOutput<typeof revokedTokenSchema>

export async function insertSession(
  tx: Transaction,
  session: { userId: string; notAfter: Date; agent: string | null },
  now: Date,
): Promise<SessionRow> {
  return singleRow(
    await writeRows(
      tx,
      sessionColumns,
      `insert into auth.sessions (user_id, not_after, user_agent, created_at, updated_at)
       values ($1, $2, $3, $4, $4)`,
      [session.userId, session.notAfter, session.agent, now],
    ),
  )
}

export async function findSession(tx: Transaction, id: string): Promise<SessionRow | null> {
  const [session = null] = await selectRows(tx, sessionColumns, 'where id = $1', [id])
  return session
}

/** Returns the given sessions that have not ended, by the same rule as for requests. */
export async function findLiveSessions(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select id::text as id from private.live_sessions where id::text = any($1)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Allows only one refresh of a session at a time. A request that waits longer than five seconds fails with a conflict.
 */
export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | null> {
  // The database runs these statements in the order in which we send them.
  const [, [session = null]] = await Promise.all([
    tx.query("select set_config('lock_timeout', '5s', true)"),
    selectRows(tx, sessionColumns, 'where id = $1 for update', [id]),
  ])
  return session
}

export async function recordRefresh(tx: Transaction, id: string, agent: string | null, now: Date): Promise<void> {
  await tx.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2,
       user_agent = coalesce($3, user_agent) where id = $1`,
    [id, now, agent],
  )
}

export async function setAal(tx: Transaction, id: string, aal: Aal, factorId: string | null, now: Date): Promise<void> {
  await tx.query('update auth.sessions set aal = $2, factor_id = $3, updated_at = $4 where id = $1', [
    id,
    aal,
    factorId,
    now,
  ])
}

/**
 * Ends a session for every server and for the database. The recorded end is one hour in the past, because clocks may
 * differ by that much. The row remains for a day, so that token reuse can be detected.
 */
export async function endSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query(
    "update auth.sessions set not_after = least(not_after, $2, now()) - interval '1 hour', updated_at = $2 where id = $1",
    [id, now],
  )
}

/** Deletes sessions of a user: all sessions, only one, all except one, or all below aal2 except one. */
export async function deleteSessions(
  tx: Transaction,
  userId: string,
  which: { only: string } | { except: string; weakOnly?: boolean } | 'all',
): Promise<void> {
  if (which === 'all') {
    await tx.query('delete from auth.sessions where user_id = $1', [userId])
  } else if ('only' in which) {
    await tx.query('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only])
  } else {
    await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and (not $3 or aal = 'aal1')`, [
      userId,
      which.except,
      which.weakOnly ?? false,
    ])
  }
}

/**
 * Ends all sessions of a user, or of every user if `userId` is null. The database also ends everything that depends on
 * these sessions.
 */
export async function endSessions(tx: Transaction, userId: string | null): Promise<number> {
  return (await callSqlFunction(tx, 'private.end_sessions', [userId])) ?? 0
}

export async function revokeToken(tx: Transaction, token: string): Promise<RevokedToken | null> {
  return v.parse(v.nullable(revokedTokenSchema), await callSqlFunction(tx, 'private.end_token', [token]))
}

/**
 * Lowers to aal1 the sessions that used a removed factor, and ends sessions that were opened only with the factor's
 * passkey.
 */
export async function lowerSessionsOf(tx: Transaction, factorId: string, now: Date): Promise<void> {
  await tx.query(
    `delete from auth.sessions s using auth.mfa_amr_claims c
     where s.factor_id = $1 and c.session_id = s.id and c.authentication_method = 'passkey'`,
    [factorId],
  )
  await tx.query(
    `with weak as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1 returning id
     )
     delete from auth.mfa_amr_claims c using weak
     where c.session_id = weak.id and c.authentication_method in ('totp', 'mfa/webauthn', 'mfa/recovery_code')`,
    [factorId, now],
  )
}

/** Adds a method to a session, or updates its time if the session has used the method before. */
export async function recordMethod(tx: Transaction, sessionId: string, method: string, now: Date): Promise<void> {
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method, now],
  )
}

/** A session's methods, newest first. */
export async function listMethods(tx: Transaction, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await tx.query<AmrEntry>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method`,
    [sessionId],
  )
  return rows
}

/**
 * Removes sessions, used tokens, flows, codes and challenges that can never be used again. Sessions that were last
 * refreshed before `idleSince` or opened before `openedSince` have ended.
 */
export async function deleteExpiredAuthRows(
  tx: Transaction,
  now: Date,
  { idleSince, openedSince }: { idleSince: Date; openedSince: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from auth.sessions where not_after < $1::timestamptz - interval '1 day'
       or coalesce(refreshed_at at time zone 'utc', created_at) < $2::timestamptz - interval '1 day'
       or created_at < $3::timestamptz - interval '1 day'`,
    [now, idleSince, openedSince],
  )
  await tx.query(
    `delete from auth.refresh_tokens t where t.revoked and t.updated_at < $1::timestamptz - interval '30 days'
       and not exists (select from auth.refresh_tokens child where child.parent = t.token and not child.revoked)`,
    [now],
  )
  await tx.query("delete from auth.flow_state where created_at < $1::timestamptz - interval '1 day'", [now])
  await tx.query(
    `delete from auth.one_time_tokens t using private.one_time_codes c
     where c.token_id = t.id and c.expires_at < $1::timestamptz - interval '1 day'`,
    [now],
  )
  await tx.query("delete from auth.mfa_challenges where created_at < $1::timestamptz - interval '1 day'", [now])
  return rowCount
}
