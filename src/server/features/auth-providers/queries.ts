import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf, selectRows, singleRow, writeRows } from '#server/lib/db/rows.ts'

const idColumn = columnsOf('auth.flow_state', ['id'])

const flowColumns = columnsOf('auth.flow_state', [
  'id',
  'user_id',
  'provider_type',
  'created_at',
  'referrer',
  'linking_target_id',
])
type FlowRow = RowOf<typeof flowColumns>

export async function insertFlow(
  tx: Transaction,
  flow: { provider: string; redirectTo: string; userId: string | null; sessionId: string | null },
  now: Date,
): Promise<string> {
  const made = singleRow(
    await writeRows(
      tx,
      idColumn,
      `insert into auth.flow_state
       (provider_type, referrer, user_id, linking_target_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'oauth', $5, $5)`,
      [flow.provider, flow.redirectTo, flow.userId, flow.sessionId, now],
    ),
  )
  return made.id
}

/** Locks a flow. If a browser returns twice at the same time, the second request waits and then finds no flow. */
export async function lockFlow(tx: Transaction, id: string): Promise<FlowRow | null> {
  const [row = null] = await selectRows(tx, flowColumns, 'where id = $1 for update', [id])
  return row
}

export async function deleteFlow(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.flow_state where id = $1', [id])
}
