import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex. Only for texts with too many random bits to guess. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
