import { randomId } from '#shared/lib/random-id.ts'

/**
 * Generates ids in ascending order: UUIDs of version 7 with a counter within each millisecond, even when the clock is
 * set back.
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function orderedIds(): (at: number) => string {
  /** Milliseconds and, in the twelve bits below them, the counter: an overflow carries into the milliseconds. */
  let last = 0n
  return (at) => {
    const now = BigInt(at) << 12n
    last = now > last ? now : last + 1n
    const hex = last.toString(16).padStart(15, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${randomId().slice(19)}`
  }
}
