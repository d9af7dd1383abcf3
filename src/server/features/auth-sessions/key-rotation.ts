import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { audit } from '#server/lib/auth/queries.ts'
import { encryptionKeyIdOf, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { SigningAlgorithm } from '#shared/contract/auth.ts'
import {
  insertKey,
  lockKeys,
  readKeys,
  removeKeysReplacedBefore,
  removeOtherKeys,
  type StoredKey,
} from './token-queries.ts'

export interface KeysOptions {
  database: Database
  clock: Clock
  cipher: SecretCipher
  issuer: () => string
  audience: string
  /** The secret key that programs can send instead of a service-role token. */
  secretKey?: string | null
  /** The longest lifetime of a token. After a key stops signing, it still verifies tokens for this long. */
  tokenSeconds: number
}

export interface SigningKey {
  id: string
  algorithm: SigningAlgorithm
  signing: CryptoKey | Uint8Array
  verifying: CryptoKey | Uint8Array
  /** The key as published in JWKS; null for a shared secret. */
  published: (JWK & { kid: string }) | null
  /** The time from which the key signs, in milliseconds since 1970. */
  signsFrom: number
}

const purpose = 'signing key'

/** New keys use ES256. Older keys with other algorithms still verify tokens until they are replaced. */
async function createSigningKey(cipher: SecretCipher, signsFrom: number): Promise<StoredKey> {
  const algorithm = 'ES256'
  const id = randomUUID()
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey))
  const sealed_key = await cipher.seal(`${purpose} ${id}`, privateKey)
  const public_key = { ...(await exportJWK(pair.publicKey)) }
  return { id, algorithm, sealed_key, public_key, signs_from: new Date(signsFrom) }
}

export async function decryptSigningKey(cipher: SecretCipher, stored: StoredKey): Promise<SigningKey> {
  const { id, algorithm, public_key } = stored
  const secret = JSON.parse(await cipher.open(`${purpose} ${id}`, stored.sealed_key)) as JWK
  const signing = await importJWK(secret, algorithm)
  return {
    id,
    algorithm,
    signing,
    verifying: public_key ? await importJWK(public_key as JWK, algorithm) : signing,
    published: public_key && {
      ...public_key,
      kid: id,
      alg: algorithm,
      use: 'sig',
      key_ops: ['verify'],
    },
    signsFrom: stored.signs_from.getTime(),
  }
}

/** Clients cache the published keys for ten minutes, so a new key waits this long before it signs. */
const publishAheadMilliseconds = 15 * 60_000
/**
 * Milliseconds by which a key is backdated if it must sign at once, because the clocks of some processes may be behind.
 */
const backdateMilliseconds = 3_600_000

const minute = 60_000

/** Thrown if keys in the database are encrypted with other master keys, which `ids` lists. */
export class EncryptedWithAnotherKey extends Error {
  override name = 'EncryptedWithAnotherKey'
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super('signing keys are encrypted with another master key')
    this.ids = ids
  }
}

const asAuthAdmin = { role: 'supabase_auth_admin', claims: {} } as const

/** Returns all keys. Throws if one of the keys is encrypted with another master key. */
export async function readOwnKeys(tx: Transaction, cipher: SecretCipher): Promise<StoredKey[]> {
  const stored = await readKeys(tx)
  const ids = encryptionKeyIdsOf(stored).filter((id) => id !== cipher.id)
  if (ids.length > 0) throw new EncryptedWithAnotherKey(ids)
  return stored
}

const encryptionKeyIdsOf = (stored: readonly StoredKey[]): string[] => [
  ...new Set(stored.map(({ sealed_key }) => encryptionKeyIdOf(sealed_key))),
]

/** The ids of the master keys that encrypted the stored keys; empty before the first start. */
export async function readEncryptionKeyIds(tx: Transaction): Promise<string[]> {
  return encryptionKeyIdsOf(await readKeys(tx))
}

/**
 * Creates a key at the first start. Creating a key is slow on a busy machine, so the key is created before the
 * transaction that blocks other processes.
 */
export async function ensureKey({ database, cipher, clock }: KeysOptions): Promise<void> {
  const newest = await database.transaction(asAuthAdmin.role, asAuthAdmin.claims, (tx) => readOwnKeys(tx, cipher))
  if (newest[0]) return
  const key = await createSigningKey(cipher, clock() - backdateMilliseconds)
  await database.transaction(asAuthAdmin.role, asAuthAdmin.claims, async (tx) => {
    await lockKeys(tx)
    if ((await readOwnKeys(tx, cipher)).length === 0) await insertKey(tx, key)
  })
}

/**
 * Publishes a new key, which starts to sign once every client has it. A call before that time adds no key. Returns the
 * time at which the new key starts to sign.
 */
export async function rotateKeys(
  options: Pick<KeysOptions, 'database' | 'clock' | 'cipher' | 'tokenSeconds'>,
): Promise<Date> {
  const { database, clock, cipher, tokenSeconds } = options
  const now = clock()
  const key = await createSigningKey(cipher, now + publishAheadMilliseconds)
  return database.transaction(asAuthAdmin.role, asAuthAdmin.claims, async (tx) => {
    await lockKeys(tx)
    await removeKeysReplacedBefore(tx, new Date(now - tokenSeconds * 1000 - minute))
    const [newest] = await readOwnKeys(tx, cipher)
    if (newest && newest.signs_from.getTime() > now) return newest.signs_from
    await insertKey(tx, key)
    return key.signs_from
  })
}

/** Replaces all keys with a new key that signs at once, so that forged tokens fail within seconds. */
export async function replaceKeys(options: Pick<KeysOptions, 'database' | 'clock' | 'cipher'>): Promise<void> {
  const { database, clock, cipher } = options
  const key = await createSigningKey(cipher, clock() - backdateMilliseconds)
  await database.transaction(asAuthAdmin.role, asAuthAdmin.claims, async (tx) => {
    await lockKeys(tx)
    await readOwnKeys(tx, cipher)
    await insertKey(tx, key)
    await removeOtherKeys(tx, key.id)
    await audit(tx, { clock }, 'keys_replaced', {})
  })
}
