import { openLinkKey, signLinkKey } from '#server/lib/crypto/link-key.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'

/** What the key is for: it opens the page of one call and nothing else. */
const purpose = 'call'

/** Somebody who missed the call looks for it for some weeks; the letter lies in a mailbox for years. */
const goodFor = 60 * 24 * 3600 * 1000

/** The key to the page of a call. */
export const signCall = (box: Pick<SecretBox, 'key'>, bookingId: string, callEnds: number): Promise<string> =>
  signLinkKey(box, purpose, bookingId, callEnds + goodFor)

/** The booking that a key opens; null for whatever is none. */
export const openCall = (box: Pick<SecretBox, 'key'>, token: unknown, now: number): Promise<string | null> =>
  openLinkKey(box, purpose, token, now)
