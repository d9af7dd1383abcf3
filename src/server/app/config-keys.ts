import { decodeJwt } from 'jose'
import type { ImportedKeys } from '#server/lib/auth/settings.ts'
import { BadKey, readVerificationKeys } from '#server/lib/auth/verification-keys.ts'
import type { Read } from './environment.ts'

/** The issuer and the keys of a project that was moved here, and what is wrong with them. */
export function readImportedKeys(read: Read): { imported: ImportedKeys; fault: string | null } {
  const issuer = read<string | null>(
    'JWT_ISSUER',
    null,
    issuerOf,
    'the http or https address that tokens name as their issuer, such as https://abc.supabase.co/auth/v1',
  )
  const text = read('JWT_VERIFICATION_KEYS', '', (given) => given, 'keys')
  if (text === '') return { imported: { issuer, keys: [] }, fault: null }
  try {
    return { imported: { issuer, keys: readVerificationKeys(text) }, fault: null }
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    const fault = `JWT_VERIFICATION_KEYS must be public keys, in PEM or as a set of JWK: ${error.message}.`
    return { imported: { issuer, keys: [] }, fault }
  }
}

/** Compared with the issuer of tokens character by character; it is never requested as an address. */
const issuerOf = (text: string) => (/^https?:\/\/\S{1,500}$/.test(text) && URL.canParse(text) ? text : null)

/** The key that every page shows, unless it opens more than what is open to everybody. */
export function publicKeyOf(text: string): string | null {
  if (!/^[\w.-]{8,500}$/.test(text) || /^sbp?_(?!publishable_)/.test(text)) return null
  return text.startsWith('eyJ') && roleOf(text) !== 'anon' ? null : text
}

function roleOf(token: string): unknown {
  try {
    return decodeJwt(token).role
  } catch {
    return null
  }
}
