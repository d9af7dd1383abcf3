import type { Transaction } from '#server/lib/db/database.ts'

/** Who was invited works at the desk; what they are already, they stay. */
export async function addAgent(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `insert into public.staff_members (id, role) values ($1, 'agent') on conflict (id) do nothing`,
    [userId],
  )
}

export async function stopStaff(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.query('update public.staff_members set disabled_at = coalesce(disabled_at, $2) where id = $1', [
    userId,
    now,
  ])
}
