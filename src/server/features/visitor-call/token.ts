import { jwtVerify, SignJWT } from 'jose'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'

/** What the key is for: it opens the page of one call and nothing else. Key and audience are both of this purpose. */
const purpose = 'call'
const algorithm = 'HS256'

/** Somebody who missed the call looks for it for some weeks; the letter lies in a mailbox for years. */
const goodFor = 60 * 24 * 3600 * 1000

/** Long enough for what we sign, and no more work than that for what we did not. */
const shape = /^[\w-]{10,60}\.[\w-]{40,200}\.[\w-]{43}$/

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The key to the page of a call. The same for the same call, so that a letter sent twice is the same letter. */
export function signCall(box: Pick<SecretBox, 'key'>, bookingId: string, callEnds: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setAudience(purpose)
    .setSubject(bookingId)
    .setExpirationTime(Math.ceil((callEnds + goodFor) / 1000))
    .sign(box.key(purpose))
}

/** The booking that a key opens; null for whatever is no key, of another purpose, or too old. It does not say which. */
export async function openCall(
  box: Pick<SecretBox, 'key'>,
  token: unknown,
  now: number,
): Promise<string | null> {
  if (typeof token !== 'string' || !shape.test(token) || !isCanonical(token)) return null
  try {
    const { payload } = await jwtVerify(token, box.key(purpose), {
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

/** The last digit of a signature has two bits that mean nothing: four spellings would be one key. */
function isCanonical(token: string): boolean {
  const signature = token.slice(-43)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
