import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Access } from './types.ts'

/** Of one calendar: put into another's row, it does not open. */
const purpose = (id: string) => `calendar ${id}`

export const sealAccess = (cipher: Pick<SecretCipher, 'seal'>, id: string, access: Access): Promise<string> =>
  cipher.seal(purpose(id), JSON.stringify(access))

export const openAccess = async (
  cipher: Pick<SecretCipher, 'open'>,
  id: string,
  sealed: string,
): Promise<Access> => JSON.parse(await cipher.open(purpose(id), sealed)) as Access

/** The address as a calendar's page gives it: `webcal:` is how browsers are told to leave it to another program. */
export const withoutWebcal = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')
