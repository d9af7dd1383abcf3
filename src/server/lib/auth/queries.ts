import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'
import type { StaffRole } from '#shared/contract/desk-people.ts'

/** The desk role of the person in the transaction's claims; null without one, or without their second factor. */
export const readStaffRole = (tx: Transaction): Promise<StaffRole | null> =>
  answerOf(tx, 'private.staff_role')

export async function insertLetter(
  tx: Transaction,
  {
    userId,
    kind,
    sealed,
    endsAt,
  }: { userId: string | null; kind: string; sealed: string; endsAt: number | null },
): Promise<void> {
  await tx.query('select private.post_account_letter($1, $2, $3, $4)', [
    userId,
    kind,
    sealed,
    endsAt === null ? null : new Date(endsAt),
  ])
}
