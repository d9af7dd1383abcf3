import type { Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import type { Page } from './types.ts'

/**
 * The first statement of a request that is no visitor's insert: whether its session is still there, for a token that
 * names one, and the end of writing, for a request that only reads.
 */
export async function openRequest(
  tx: Transaction,
  asks: { isReading: boolean; hasSession: boolean },
): Promise<boolean> {
  const parts = [
    ...(asks.isReading ? ["set_config('transaction_read_only', 'on', true)"] : []),
    ...(asks.hasSession ? ['private.session_is_live() as live'] : []),
  ]
  if (parts.length === 0) return true
  const { rows } = await tx.query<{ live?: boolean }>(`select ${parts.join(', ')}`)
  return !asks.hasSession || rows[0]?.live === true
}

/** Runs a statement that gives a page. */
export async function fetchPage(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rows } = await tx.query<Page>(text, values)
  return rows[0] ?? { body: '', rows: 0, total: null }
}

/** Runs a statement whose rows nobody asked for; gives how many it touched. */
export async function run(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rowCount } = await tx.query(text, values)
  return { body: '', rows: rowCount, total: null }
}
