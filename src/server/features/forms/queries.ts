import type { Transaction } from '#server/lib/db/database.ts'

export async function writeConfirmation(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ done: boolean }>('select private.confirm_mailbox($1) as done', [id])
  return rows[0]?.done === true
}
