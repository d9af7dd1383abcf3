import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { SigningAlgorithm } from '#shared/contract/auth.ts'
import type { StoredKey } from './types.ts'

export interface Key {
  id: string
  algorithm: SigningAlgorithm
  signing: CryptoKey | Uint8Array
  verifying: CryptoKey | Uint8Array
  /** As JWKS lists it; null for a shared secret. */
  published: (JWK & { kid: string }) | null
  /** Milliseconds since 1970. */
  signsFrom: number
}

const purpose = 'signing key'

/** New keys are for ES256; older ones of another algorithm verify until they are replaced. */
export async function makeKey(cipher: SecretCipher, signsFrom: number): Promise<StoredKey> {
  const algorithm = 'ES256'
  const id = randomUUID()
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey))
  const sealed_key = await cipher.seal(`${purpose} ${id}`, privateKey)
  const public_key = { ...(await exportJWK(pair.publicKey)) }
  return { id, algorithm, sealed_key, public_key, signs_from: new Date(signsFrom) }
}

export async function openKey(cipher: SecretCipher, stored: StoredKey): Promise<Key> {
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
