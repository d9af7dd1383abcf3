import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'
import type { Proof } from './types.ts'

/** The rows of this transaction came without a proof: the database asks their mailboxes first. */
export async function noteMissingProof(tx: Transaction): Promise<void> {
  await tx.query("select set_config('backline.proof', 'missing', true)")
}

/** False when it was spent before. */
export async function spendProof(tx: Transaction, { name, until }: Proof): Promise<boolean> {
  return (await answerOf(tx, 'private.spend_proof', [name, until])) === true
}
