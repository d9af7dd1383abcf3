import { safeParse } from 'valibot'
import { passwordWords } from '#content/passwords.ts'
import { passwordFaults } from '#server/lib/crypto/passwords.ts'
import { isPasswordTooLong, minPasswordCharacters } from '#shared/contract/auth.ts'
import { email as emailSchema } from '#shared/contract/fields.ts'
import { AuthRefusal, invalid } from './refusal.ts'

/** RFC 5321 allows 256 characters including the angle brackets, so no email can be sent to a longer address. */
const address = emailSchema(254)

/** The email address in lower case, as it is stored. */
export function readEmailAddress(text: string): string {
  const result = safeParse(address, text)
  if (!result.success) throw invalid('Unable to validate email address: invalid format')
  return result.output.toLowerCase()
}

/** Throws if the string is not a phone number in the ITU E.164 format; spaces are ignored. */
export function assertPhone(phone: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone.replace(/\s/g, ''))) {
    throw invalid('Invalid phone number format (E.164 required)')
  }
}

/** Clients that do not use PKCE may send null or an empty string. */
export function refusePkce(source: { code_challenge?: unknown; code_challenge_method?: unknown }): void {
  if (source.code_challenge || source.code_challenge_method) {
    throw invalid("PKCE is not supported: use the flow type 'implicit'")
  }
}

/** Refuses valid phone numbers too, because phone sign-in is not supported. */
export function refusePhone(phone: string, status = 400): never {
  assertPhone(phone)
  throw new AuthRefusal('phone_provider_disabled', 'Phone logins are disabled', { status })
}

/** Throws a refusal that lists what is wrong with the password. */
export async function assertPassword(password: string, about: { email?: string }): Promise<void> {
  // If a password were longer, only part of it would be hashed.
  if (isPasswordTooLong(password)) throw invalid(passwordWords.tooLong)
  const faults = await passwordFaults(password, about)
  if (faults.length === 0) return
  const message = faults.map((fault) => sentences[fault]).join(' ')
  throw new AuthRefusal('weak_password', message, { weakPassword: faults })
}

/** Clients parse these messages. */
const sentences = {
  length: `Password should be at least ${minPasswordCharacters} characters.`,
  get pwned() {
    return passwordWords.pwned
  },
} as const
