import { sha256 } from '#server/lib/crypto/digest.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'

const purpose = 'own data'

/** The purpose for which an address is sealed until its letter is sent. */
export const sealedFor = 'own data asked'

/** The key in the letter of this item: the same in each attempt, so that a letter sent twice has one link. */
export const tokenOf = (cipher: Pick<SecretCipher, 'mac'>, item: string): string => cipher.mac(purpose, item)

/** The database stores only this hash of a key. */
export const hashOf = (token: string): Buffer => Buffer.from(sha256(token), 'hex')

/** Empty for a text that cannot be one of our keys: it is not looked up. */
export const readToken = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value) ? value : ''
