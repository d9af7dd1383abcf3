import type { Transaction } from '#server/lib/db/database.ts'
import type { Proof } from './types.ts'

/** The rows of this transaction came without a proof: the database asks their mailboxes first. */
export async function noteMissingProof(tx: Transaction): Promise<void> {
  await tx.query("select set_config('backline.proof', 'missing', true)")
}

/** False when it was spent before. */
export async function spendProof(tx: Transaction, { name, until }: Proof): Promise<boolean> {
  const { rows } = await tx.query<{ good: boolean }>('select private.spend_proof($1, $2) as good', [
    name,
    until,
  ])
  return rows[0]?.good === true
}
