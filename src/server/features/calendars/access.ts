import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Access } from './types.ts'

/** Of one calendar: put into another's row, it does not open. */
const purpose = (id: string) => `calendar ${id}`

export const sealAccess = (box: Pick<SecretBox, 'seal'>, id: string, access: Access): Promise<string> =>
  box.seal(purpose(id), JSON.stringify(access))

export const openAccess = async (box: Pick<SecretBox, 'open'>, id: string, sealed: string): Promise<Access> =>
  JSON.parse(await box.open(purpose(id), sealed)) as Access

/** The address as a calendar's page gives it: `webcal:` is how browsers are told to leave it to another program. */
export const withoutWebcal = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')
