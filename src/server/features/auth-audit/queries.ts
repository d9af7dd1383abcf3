import type { Transaction } from '#server/lib/db/database.ts'

export async function insertEntry(
  tx: Transaction,
  payload: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await tx.query('insert into auth.audit_log_entries (payload, created_at) values ($1, $2)', [
    JSON.stringify(payload),
    now,
  ])
}
