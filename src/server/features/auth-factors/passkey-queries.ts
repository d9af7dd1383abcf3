import type { Passkey } from '#server/lib/crypto/passkey.ts'
import type { Transaction } from '#server/lib/db/database.ts'

/** False when the passkey is known already: it belongs to one person. */
export async function insertPasskey(
  tx: Transaction,
  factorId: string,
  { id, publicKey, counter, transports }: Passkey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into private.passkeys (factor_id, credential_id, public_key, counter, transports, last_used_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
    [factorId, id, Buffer.from(publicKey), counter, transports, now],
  )
  return rowCount === 1
}

export async function noteSignature(
  tx: Transaction,
  factorId: string,
  counter: number,
  now: Date,
): Promise<void> {
  await tx.query('update private.passkeys set counter = $2, last_used_at = $3 where factor_id = $1', [
    factorId,
    counter,
    now,
  ])
}

export async function ownerOfPasskey(tx: Transaction, credentialId: string): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `select f.user_id from private.passkeys p join auth.mfa_factors f on f.id = p.factor_id
     where p.credential_id = $1`,
    [credentialId],
  )
  return rows[0]?.user_id ?? null
}

export async function renameFactor(tx: Transaction, id: string, name: string, now: Date): Promise<void> {
  await tx.query('update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1', [
    id,
    name,
    now,
  ])
}
