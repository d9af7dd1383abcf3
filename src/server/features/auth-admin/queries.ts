import type { Transaction } from '#server/lib/db/database.ts'

export async function stopStaff(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.query('update public.staff_members set disabled_at = coalesce(disabled_at, $2) where id = $1', [
    userId,
    now,
  ])
}
