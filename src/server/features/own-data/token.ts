import { sha256 } from '#server/lib/crypto/digest.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'

/** What the key is made for. */
const purpose = 'own data'

/** The purpose that an address is sealed for, until the letter to it leaves. */
export const sealedFor = 'own data asked'

/** The key that the letter of this item carries: the same in each try, so that a letter sent twice has one link. */
export const tokenOf = (cipher: Pick<SecretCipher, 'mac'>, item: string): string => cipher.mac(purpose, item)

/** What the database keeps of a key. */
export const hashOf = (token: string): Buffer => Buffer.from(sha256(token), 'hex')

/** Empty for what is no key of ours, for which nobody is asked. */
export const readToken = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value) ? value : ''
