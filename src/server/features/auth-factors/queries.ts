import type { Passkey } from '#server/lib/crypto/passkey.ts'
import type { Transaction } from '#server/lib/db/database.ts'

/** A factor with its encrypted secret or its passkey. */
export interface StoredFactor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  created_at: Date
  /** The time step of the last accepted code. */
  step: number | null
  /** Set for type webauthn once the device has created the passkey; null for imported factors. */
  passkey: Passkey | null
  last_used_at: Date | null
}

export interface Challenge {
  id: string
  created_at: Date
  verified_at: Date | null
  address_hash: string
  failures: number
}

export interface RecoverySet {
  id: string
  total: number
  remaining: number
}

const columns = `f.id, f.user_id, f.friendly_name, f.factor_type, f.status, f.secret, f.created_at, s.step::int,
  p.credential_id, p.public_key, p.counter::float8 as counter, p.transports, p.last_used_at`

interface FactorRow extends Omit<StoredFactor, 'passkey'> {
  credential_id: string | null
  public_key: Buffer
  counter: number
  transports: Passkey['transports']
}

export async function listFactors(tx: Transaction, userId: string): Promise<StoredFactor[]> {
  const { rows } = await tx.query<FactorRow>(
    `select ${columns} from auth.mfa_factors f left join private.totp_steps s on s.factor_id = f.id
       left join private.passkeys p on p.factor_id = f.id
     where f.user_id = $1 order by f.created_at, f.id`,
    [userId],
  )
  return rows.map(({ credential_id, public_key, counter, transports, ...factor }) => ({
    ...factor,
    passkey:
      credential_id === null ? null : { id: credential_id, publicKey: new Uint8Array(public_key), counter, transports },
  }))
}

export async function insertFactor(
  tx: Transaction,
  factor: { id: string; userId: string; type: 'totp' | 'webauthn'; name: string; secret: string | null },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, $4, 'unverified', $5, $6, $6)`,
    [factor.id, factor.userId, factor.name, factor.type, factor.secret, now],
  )
}

export async function deleteFactors(tx: Transaction, factors: readonly { id: string }[]): Promise<void> {
  const ids = factors.map(({ id }) => id)
  await tx.query('delete from auth.mfa_factors where id = any ($1::uuid[])', [ids])
}

export async function markVerified(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query("update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1", [id, now])
}

/** Marks this time step and all earlier ones as used. */
export async function markStepUsed(tx: Transaction, factorId: string, step: number): Promise<void> {
  await tx.query(
    `insert into private.totp_steps (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step`,
    [factorId, step],
  )
}

/** Supabase's column requires an IP address; `::` means that there is none. */
export async function insertChallenge(
  tx: Transaction,
  challenge: { id: string; factorId: string; addressHash: string },
  now: Date,
): Promise<void> {
  const { id, factorId, addressHash } = challenge
  await tx.query(`insert into auth.mfa_challenges (id, factor_id, ip_address, created_at) values ($1, $2, '::', $3)`, [
    id,
    factorId,
    now,
  ])
  await tx.query('insert into private.challenge_guards (challenge_id, address_hash) values ($1, $2)', [id, addressHash])
  await tx.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factorId, now])
}

export async function findChallenge(tx: Transaction, factorId: string, id: string): Promise<Challenge | null> {
  const { rows } = await tx.query<Challenge>(
    `select c.id, c.created_at, c.verified_at, g.address_hash, g.failures
     from auth.mfa_challenges c join private.challenge_guards g on g.challenge_id = c.id
     where c.id = $1 and c.factor_id = $2`,
    [id, factorId],
  )
  return rows[0] ?? null
}

export async function deleteChallenge(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.mfa_challenges where id = $1', [id])
}

export async function markChallengeAnswered(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now])
}

export async function countFailure(tx: Transaction, challengeId: string): Promise<void> {
  await tx.query('update private.challenge_guards set failures = failures + 1 where challenge_id = $1', [challengeId])
}

export async function findRecoverySet(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; total: number; remaining: number } | null> {
  const { rows } = await tx.query<{ id: string; total: number; remaining: number }>(
    `select s.id, count(*)::int as total, count(*) filter (where c.used_at is null)::int as remaining
     from private.recovery_code_sets s join private.recovery_codes c on c.set_id = s.id
     where s.user_id = $1 group by s.id`,
    [userId],
  )
  return rows[0] ?? null
}

/** Creates the user's set of codes, or empties an existing set, and returns the set's id. */
export async function emptyRecoverySet(tx: Transaction, userId: string, now: Date): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into private.recovery_code_sets (user_id, created_at, updated_at) values ($1, $2, $2)
     on conflict (user_id) do update set updated_at = excluded.updated_at returning id`,
    [userId, now],
  )
  const { id } = rows[0] as { id: string }
  await tx.query('delete from private.recovery_codes where set_id = $1', [id])
  return id
}

export async function insertRecoveryCodes(tx: Transaction, setId: string, hashes: readonly string[]): Promise<void> {
  await tx.query('insert into private.recovery_codes (set_id, code_hash) select $1, unnest($2::text[])', [
    setId,
    hashes,
  ])
}

/** Uses a code. Returns false if no unused code matches. */
export async function consumeRecoveryCode(tx: Transaction, setId: string, hash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update private.recovery_codes set used_at = $3
     where set_id = $1 and code_hash = $2 and used_at is null`,
    [setId, hash, now],
  )
  return rowCount === 1
}

export async function deleteRecoverySet(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from private.recovery_code_sets where id = $1', [id])
}

export async function queueResetEmail(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select private.enqueue_reset_letter($1, null)', [userId])
}

/** Returns false if the passkey is already registered, since it can belong to only one user. */
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

export async function recordSignature(tx: Transaction, factorId: string, counter: number, now: Date): Promise<void> {
  await tx.query('update private.passkeys set counter = $2, last_used_at = $3 where factor_id = $1', [
    factorId,
    counter,
    now,
  ])
}

export async function findPasskeyUserId(tx: Transaction, credentialId: string): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `select f.user_id from private.passkeys p join auth.mfa_factors f on f.id = p.factor_id
     where p.credential_id = $1`,
    [credentialId],
  )
  return rows[0]?.user_id ?? null
}

export async function renameFactor(tx: Transaction, id: string, name: string, now: Date): Promise<void> {
  await tx.query('update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1', [id, name, now])
}
