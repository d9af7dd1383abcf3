import { randomBytes, randomInt } from 'node:crypto'

/** So many random bytes as base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** So many digits, each as likely as the others. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
