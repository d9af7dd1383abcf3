import { createHash, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { SecretCipher } from './secret-cipher.ts'

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** SHA-256 in lower-case hex. Use this only for values that are too random to be guessed. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns a function that compares a guess with the key in constant time. */
export function keyTest(key: string): (guess: string) => boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(key)
  return (guess) => timingSafeEqual(digest(guess), expected)
}

/** The publishable key if the operator sets none. Anyone can read it in the page. */
export const defaultPublishableKey = 'sb_publishable_visitors'
/** The default of earlier versions, which programs may still send. */
const earlierDefaultKey = 'sb_publishable_backline'

/** Returns a function that recognizes the publishable key. */
export function publishableKeyTest(key: string): (guess: string) => boolean {
  const tests = [key, ...(key === defaultPublishableKey ? [earlierDefaultKey] : [])].map(keyTest)
  return (guess) => tests.some((isKey) => isKey(guess))
}

/** Crockford's base 32: five bits per character, without look-alike characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates codes such as `k7dm-2xqp-9fht`, with 60 random bits each. */
export function newRecoveryCodes(count = 10): string[] {
  return Array.from({ length: count }, () => [group(), group(), group()].join('-'))
}

/** Normalizes a code for comparison, so that spaces, dashes, case and look-alike characters do not matter. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

const algorithm = 'HS256'

/** The format of every key that we sign. Text in another format is refused without verification. */
const shape = /^[\w-]{10,60}\.[\w-]{40,200}\.[\w-]{43}$/

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Cipher = Pick<SecretCipher, 'key'>

/**
 * Signs a key for a link that applies to one row and one purpose; the signing key and the audience both depend on the
 * purpose. The same row and expiry produce the same key, so that a resent email is identical. `ends` is in milliseconds
 * since 1970.
 */
export function signLinkKey(cipher: Cipher, purpose: string, id: string, ends: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setAudience(purpose)
    .setSubject(id)
    .setExpirationTime(Math.ceil(ends / 1000))
    .sign(cipher.key(purpose))
}

/** Returns the row's id. If the key is invalid, expired or for another purpose, returns null without a reason. */
export async function verifyLinkKey(
  cipher: Cipher,
  purpose: string,
  token: unknown,
  now: number,
): Promise<string | null> {
  if (typeof token !== 'string' || !shape.test(token) || !isCanonical(token)) return null
  try {
    const { payload } = await jwtVerify(token, cipher.key(purpose), {
      algorithms: [algorithm],
      audience: purpose,
      requiredClaims: ['sub', 'exp'],
      currentDate: new Date(now),
    })
    return uuid.test(payload.sub ?? '') ? (payload.sub ?? null) : null
  } catch {
    return null
  }
}

/** Two bits in the last character of a signature are unused, so four spellings of a signature would be accepted. */
function isCanonical(token: string): boolean {
  const signature = token.slice(-43)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
