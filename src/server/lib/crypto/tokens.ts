import { createHash, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** SHA-256 in lower-case hex. Only for texts with too many random bits to guess. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A test for one key that takes the same time however much of a guess is right. */
export function keyTest(key: string): (guess: string) => boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(key)
  return (guess) => timingSafeEqual(digest(guess), expected)
}

/** Crockford's base 32: five bits a character, none of which looks like another of them. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Codes such as `k7dm-2xqp-9fht`, of 60 bits each. */
export function newRecoveryCodes(count = 10): string[] {
  return Array.from({ length: count }, () => [group(), group(), group()].join('-'))
}

/** The form in which codes are compared: spaces, dashes, capitals and look-alike characters do not matter. */
export function normalisedRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
