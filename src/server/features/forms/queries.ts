import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'

export async function writeConfirmation(tx: Transaction, id: string): Promise<boolean> {
  return (await answerOf(tx, 'private.confirm_mailbox', [id])) === true
}
