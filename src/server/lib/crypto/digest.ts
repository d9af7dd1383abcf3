import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex: for what has so many bits that nobody guesses it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
