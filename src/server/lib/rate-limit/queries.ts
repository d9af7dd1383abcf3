import type { Transaction } from '#server/lib/db/database.ts'

/** Throws away the salts of days before this one. */
export async function forgetSalts(tx: Transaction, day: string): Promise<void> {
  await tx.query('delete from private.rate_limit_salts where day < $1::date', [day])
}

/** The salt of a day, made by whoever asks first. Those of other days are thrown away. */
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
