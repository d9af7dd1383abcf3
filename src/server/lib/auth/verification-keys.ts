import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { VerificationKey } from './settings.ts'

/** What is wrong with a key, said without repeating it. */
export class BadKey extends Error {}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Public keys, in PEM or as JWK, and shared secrets as JWK. Each is good for one algorithm, whatever a token says. */
export function readVerificationKeys(source: string): VerificationKey[] {
  // Many places that keep an environment keep one line of each value.
  const keys = source.startsWith('-----') ? pemsIn(source.replaceAll('\\n', '\n')) : jwksIn(source)
  if (keys.length === 0) throw new BadKey('no key is in it')
  const ids = keys.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new BadKey('two of the keys have the same kid')
  return keys
}

function pemsIn(source: string): VerificationKey[] {
  if (source.includes('PRIVATE KEY'))
    throw new BadKey('a private key is in it, and the public half is enough')
  const blocks = source.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? []
  return blocks.map((pem) => verifying(null, () => createPublicKey(pem)))
}

function jwksIn(source: string): VerificationKey[] {
  let json: unknown
  try {
    json = JSON.parse(source)
  } catch {
    throw new BadKey('it is neither PEM nor JSON')
  }
  const set = Array.isArray(json) ? json : (json as { keys?: unknown } | null)?.keys
  const all = Array.isArray(set) ? set : [json]
  return all.map((jwk) => keyOf((jwk ?? {}) as JsonWebKey & { kid?: unknown; alg?: unknown; k?: unknown }))
}

function keyOf(jwk: JsonWebKey & { kid?: unknown; alg?: unknown; k?: unknown }): VerificationKey {
  if (jwk.d !== undefined) throw new BadKey('a private key is in it, and the public half is enough')
  const id = text(jwk.kid)
  const key =
    jwk.kty === 'oct'
      ? secretOf(id, jwk.k)
      : verifying(id, () => createPublicKey({ key: jwk, format: 'jwk' }))
  if (jwk.alg !== undefined && jwk.alg !== key.algorithm) {
    throw new BadKey('the alg of a key is not that of its kind: ES256, RS256 or HS256')
  }
  return key
}

function secretOf(id: string | null, k: unknown): VerificationKey {
  const secret = Buffer.from(text(k) ?? '', 'base64url')
  if (secret.length < 32) throw new BadKey('a shared secret has less than 32 bytes')
  return { id, algorithm: 'HS256', key: createSecretKey(secret), published: null }
}

function verifying(id: string | null, read: () => KeyObject): VerificationKey {
  let key: KeyObject
  try {
    key = read()
  } catch {
    throw new BadKey('one of the keys cannot be read')
  }
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  const isEc = key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1'
  const isRsa = key.asymmetricKeyType === 'rsa' && modulusLength >= 2048
  if (!isEc && !isRsa) throw new BadKey('a key is neither P-256 nor RSA of 2048 bits or more')
  const algorithm = isEc ? 'ES256' : 'RS256'
  const said = { ...key.export({ format: 'jwk' }), alg: algorithm, use: 'sig', key_ops: ['verify'] }
  return { id, algorithm, key, published: id === null ? null : { ...said, kid: id } }
}
