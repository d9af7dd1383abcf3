import type { Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'
import type { Page } from './types.ts'

/**
 * The first statement of a request that is no visitor's insert: whether its session is still there, for a token that
 * names one, and the end of writing, for a request that only reads.
 */
export async function openRequest(
  tx: Transaction,
  asks: { isReading: boolean; hasSession: boolean; timeZone: string | null },
): Promise<boolean> {
  const parts = [
    ...(asks.isReading ? ["set_config('transaction_read_only', 'on', true)"] : []),
    ...(asks.timeZone === null ? [] : ["set_config('timezone', $1, true)"]),
    ...(asks.hasSession ? ['private.session_is_live() as live'] : []),
  ]
  if (parts.length === 0) return true
  const values = asks.timeZone === null ? undefined : [asks.timeZone]
  const { rows } = await tx.query<{ live?: boolean }>(`select ${parts.join(', ')}`, values)
  return !asks.hasSession || rows[0]?.live === true
}

/** Checks deferred constraints now, for a transaction that is rolled back and has no commit. */
export async function checkDeferred(tx: Transaction): Promise<void> {
  await tx.query('set constraints all immediate')
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
