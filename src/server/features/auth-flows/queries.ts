import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, rowsOf, rowsWritten, theRow } from '#server/lib/db/rows.ts'
import { type EmailFlow, type FlowRow, flowColumns, type ProviderFlow } from './types.ts'

const idColumn = columnsOf('auth.flow_state', ['id'])

export async function insertEmailFlow(tx: Transaction, flow: EmailFlow, now: Date): Promise<string> {
  const made = theRow(
    await rowsWritten(
      tx,
      idColumn,
      `insert into auth.flow_state
       (user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, 'email', $4, $5, $5)`,
      [flow.userId, flow.pkce.challenge, flow.pkce.method, flow.method, now],
    ),
  )
  return made.id
}

export async function insertProviderFlow(
  tx: Transaction,
  { provider, redirectTo, pkce, linking }: Omit<ProviderFlow, 'id'>,
  now: Date,
): Promise<string> {
  const made = theRow(
    await rowsWritten(
      tx,
      idColumn,
      `insert into auth.flow_state
       (provider_type, referrer, code_challenge, code_challenge_method, user_id, linking_target_id,
        authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'oauth', $7, $7)`,
      [
        provider,
        redirectTo,
        pkce?.challenge ?? null,
        pkce?.method ?? null,
        linking?.userId ?? null,
        linking?.sessionId ?? null,
        now,
      ],
    ),
  )
  return made.id
}

/** A flow at a provider, locked: of two requests that come back at once, one waits and finds it used. */
export async function lockProviderFlow(tx: Transaction, id: string): Promise<FlowRow | null> {
  const [row = null] = await rowsOf(
    tx,
    flowColumns,
    `where id = $1 and provider_type <> 'email' for update`,
    [id],
  )
  return row
}

export async function noteReturn(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update auth.flow_state set auth_code_issued_at = $2, updated_at = $2 where id = $1', [
    id,
    now,
  ])
}

/** Puts a code on a flow at a provider, and the sealed tokens. */
export async function giveProviderCode(
  tx: Transaction,
  flow: { id: string; userId: string; codeHash: string; access: string | null; refresh: string | null },
  now: Date,
): Promise<void> {
  await tx.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, provider_access_token = $4,
       provider_refresh_token = $5, updated_at = $6 where id = $1`,
    [flow.id, flow.userId, flow.codeHash, flow.access, flow.refresh, now],
  )
}

/** Puts a code on a flow of this person that has none and began after `since`. */
export async function giveEmailCode(
  tx: Transaction,
  flow: { id: string; userId: string; codeHash: string; since: Date },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $5, updated_at = $5
     where id = $1 and user_id = $2 and provider_type = 'email' and auth_code is null and created_at > $4`,
    [flow.id, flow.userId, flow.codeHash, flow.since, now],
  )
  return rowCount > 0
}

/** The flow that gave this code, locked: another request with the same code waits, and finds nothing. */
export async function lockByCode(tx: Transaction, codeHash: string): Promise<FlowRow | null> {
  const [row = null] = await rowsOf(tx, flowColumns, `where auth_code = $1 for update`, [codeHash])
  return row
}

export async function deleteFlow(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.flow_state where id = $1', [id])
}
