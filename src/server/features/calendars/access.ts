import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Access } from './types.ts'

/** Binds the sealed value to its calendar: in the row of another calendar it does not open. */
const purpose = (id: string) => `calendar ${id}`

export const sealAccess = (cipher: Pick<SecretCipher, 'seal'>, id: string, access: Access): Promise<string> =>
  cipher.seal(purpose(id), JSON.stringify(access))

export const openAccess = async (
  cipher: Pick<SecretCipher, 'open'>,
  id: string,
  sealed: string,
): Promise<Access> => JSON.parse(await cipher.open(purpose(id), sealed)) as Access

/** Calendar pages give addresses as `webcal:`, so that browsers open them in a calendar program. */
export const withoutWebcal = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')
