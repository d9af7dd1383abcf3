import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import { signCall } from './token.ts'

/**
 * The link of a letter, to the page of one call. It is good for sixty days after `callEnds` (milliseconds since 1970):
 * the end of the call, of the time that was asked for, or now, whichever is latest.
 */
export async function callLink(
  box: Pick<SecretBox, 'key'>,
  siteUrl: string,
  bookingId: string,
  callEnds: number,
): Promise<string> {
  return `${siteUrl}/?call=${await signCall(box, bookingId, callEnds)}`
}
