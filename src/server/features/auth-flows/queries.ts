import type { Transaction } from '#server/lib/db/database.ts'
import type { FlowRow, Pkce } from './types.ts'

const columns = `id, user_id, auth_code, code_challenge, code_challenge_method, provider_type, provider_access_token,
  provider_refresh_token, created_at, authentication_method, auth_code_issued_at`

export async function insertEmailFlow(
  tx: Transaction,
  flow: { pkce: Pkce; userId: string; method: FlowRow['authentication_method'] },
  now: Date,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.flow_state
       (user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, 'email', $4, $5, $5) returning id`,
    [flow.userId, flow.pkce.challenge, flow.pkce.method, flow.method, now],
  )
  return (rows[0] as { id: string }).id
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

/** The flow that gave this code. It is locked: whoever shows the same code meanwhile waits, and finds nothing. */
export async function lockByCode(tx: Transaction, codeHash: string): Promise<FlowRow | null> {
  const { rows } = await tx.query<FlowRow>(
    `select ${columns} from auth.flow_state where auth_code = $1 for update`,
    [codeHash],
  )
  return rows[0] ?? null
}

export async function deleteFlow(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.flow_state where id = $1', [id])
}
