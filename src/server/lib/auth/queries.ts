import type { Transaction } from '#server/lib/db/database.ts'

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
