import { openLinkKey, signLinkKey } from '#server/lib/crypto/link-key.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'

type Cipher = Pick<SecretCipher, 'key'>

/** The purpose of the key: it opens the page of one call and nothing else. */
const purpose = 'call'

/** The key in a letter also proves that its bearer reads the mailbox. The browser that books never gets it. */
const letterPurpose = 'call by letter'

/** A visitor may look for a missed call for some weeks, but the letter stays in the mailbox for years. */
const goodFor = 60 * 24 * 3600 * 1000

/** The key to the page of a call, for the browser that sent the request. */
export const signCall = (cipher: Cipher, bookingId: string, callEnds: number): Promise<string> =>
  signLinkKey(cipher, purpose, bookingId, callEnds + goodFor)

/** The key to the page of a call, for a letter to its visitor. */
export const signCallForLetter = (cipher: Cipher, bookingId: string, callEnds: number): Promise<string> =>
  signLinkKey(cipher, letterPurpose, bookingId, callEnds + goodFor)

/** The booking of a key, and whether the key came by a letter; null for an invalid key. */
export async function openCall(
  cipher: Cipher,
  token: unknown,
  now: number,
): Promise<{ id: string; isByLetter: boolean } | null> {
  const told = await openLinkKey(cipher, letterPurpose, token, now)
  if (told !== null) return { id: told, isByLetter: true }
  const id = await openLinkKey(cipher, purpose, token, now)
  return id === null ? null : { id, isByLetter: false }
}
