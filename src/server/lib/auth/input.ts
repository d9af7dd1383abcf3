import { safeParse } from 'valibot'
import { passwordWords } from '#content/passwords.ts'
import { passwordFaults } from '#server/lib/crypto/passwords.ts'
import { isTooLong, passwordCharacters } from '#shared/contract/auth.ts'
import { email as emailSchema } from '#shared/contract/fields.ts'
import { AuthRefusal, invalid } from './refusal.ts'

/** RFC 5321 has 256 for an address in its angle brackets; to a longer one no email can be sent. */
const address = emailSchema(254)

/** The address in lower case, as it is stored. */
export function readAddress(text: string): string {
  const result = safeParse(address, text)
  if (!result.success) throw invalid('Unable to validate email address: invalid format')
  return result.output.toLowerCase()
}

/** Throws unless it is a telephone number as ITU E.164 writes them; blanks do not count. */
export function assertPhone(phone: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone.replace(/\s/g, ''))) {
    throw invalid('Invalid phone number format (E.164 required)')
  }
}

/** Clients may send null or an empty text for no challenge. */
export function refusePkce(source: { code_challenge?: unknown; code_challenge_method?: unknown }): void {
  if (source.code_challenge || source.code_challenge_method) {
    throw invalid("PKCE is not supported: use the flow type 'implicit'")
  }
}

/** A good telephone number is refused too, since nobody signs in by telephone here. */
export function refusePhone(phone: string, status = 400): never {
  assertPhone(phone)
  throw new AuthRefusal('phone_provider_disabled', 'Phone logins are disabled', { status })
}

/** Throws why a user may not choose this password. */
export async function assertPassword(password: string, about: { email?: string }): Promise<void> {
  // A longer one would not be hashed whole.
  if (isTooLong(password)) throw invalid(passwordWords.tooLong)
  const faults = await passwordFaults(password, about)
  if (faults.length === 0) return
  const message = faults.map((fault) => sentences[fault]).join(' ')
  throw new AuthRefusal('weak_password', message, { weakPassword: faults })
}

/** Programs that read the message know these words. */
const sentences = {
  length: `Password should be at least ${passwordCharacters} characters.`,
  pwned: passwordWords.pwned,
} as const
