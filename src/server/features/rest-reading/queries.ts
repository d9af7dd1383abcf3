import type { Transaction } from '#server/lib/db/database.ts'
import type { Statement } from '#server/lib/query-grammar/bound.ts'

export async function fetchCount(tx: Transaction, { text, values }: Statement): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

export async function fetchPlannedCount(tx: Transaction, { text, values }: Statement): Promise<number> {
  type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const { rows } = await tx.query<Plan>(text, values)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
