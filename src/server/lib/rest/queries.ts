import type { Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import type { Page } from './types.ts'

/**
 * The first statement of every request but a visitor's insert: checks the session that the token names, and makes the
 * transaction of a reading request read-only.
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

export async function fetchPage(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rows } = await tx.query<Page>(text, values)
  return rows[0] ?? { body: '', rows: 0, total: null }
}

/** Runs a statement without returning rows; gives how many it changed. */
export async function run(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rowCount } = await tx.query(text, values)
  return { body: '', rows: rowCount, total: null }
}
