import { passwordWords } from '#content/passwords.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { passwordFaults } from '#server/lib/crypto/password-rules.ts'
import { isTooLong, type PasswordRule } from '#shared/contract/password.ts'

/** Throws why a person may not choose this password. */
export async function assertPassword(
  { settings }: Pick<AuthContext, 'settings'>,
  password: string,
  about: { email?: string },
): Promise<void> {
  // A longer one would not be hashed whole.
  if (isTooLong(password)) throw invalid(passwordWords.tooLong)
  const rule = settings.passwordRule
  const faults = await passwordFaults(password, about, rule)
  if (faults.length === 0) return
  const message = faults.map((fault) => sentences[fault](rule)).join(' ')
  throw new AuthRefusal('weak_password', message, { weakPassword: faults })
}

/** Programs that read the message know these words. */
const sentences = {
  length: ({ characters }: PasswordRule) => `Password should be at least ${characters} characters.`,
  pwned: passwordWords.pwned,
} as const
