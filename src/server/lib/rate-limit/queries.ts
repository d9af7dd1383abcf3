import type { Transaction } from '#server/lib/db/database.ts'

export async function forgetSalts(tx: Transaction, day: string): Promise<void> {
  await tx.query('delete from private.rate_limit_salts where day < $1::date', [day])
}

/** Makes the salt of a day, if no process has yet. Deletes those of earlier days. */
export async function readSalt(tx: Transaction, day: string): Promise<string> {
  await forgetSalts(tx, day)
  await tx.query('insert into private.rate_limit_salts (day) values ($1) on conflict do nothing', [day])
  const { rows } = await tx.query<{ salt: string }>(
    'select salt from private.rate_limit_salts where day = $1',
    [day],
  )
  if (!rows[0]) throw new Error('no salt for today')
  return rows[0].salt
}
