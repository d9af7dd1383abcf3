import { jwtVerify, SignJWT } from 'jose'
import type { SecretCipher } from './secret-cipher.ts'

const algorithm = 'HS256'

/** The shape of every key that we sign. Any other text is refused without further work. */
const shape = /^[\w-]{10,60}\.[\w-]{40,200}\.[\w-]{43}$/

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Cipher = Pick<SecretCipher, 'key'>

/**
 * A key for a link that opens one row for one purpose: signing key and audience both depend on the purpose. It is the
 * same for the same row and end, so that a letter sent twice is the same letter. `ends`: milliseconds since 1970.
 */
export function signLinkKey(cipher: Cipher, purpose: string, id: string, ends: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setAudience(purpose)
    .setSubject(id)
    .setExpirationTime(Math.ceil(ends / 1000))
    .sign(cipher.key(purpose))
}

/** The row's id; null for an invalid or expired key or one of another purpose, without telling which. */
export async function openLinkKey(
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

/** The last character of a signature has two unused bits, so four spellings would be the same key. */
function isCanonical(token: string): boolean {
  const signature = token.slice(-43)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
