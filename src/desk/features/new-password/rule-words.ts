import { passwordWords } from '#content/passwords.ts'
import { countMissingCharacters, isPasswordTooLong } from '#shared/contract/auth.ts'

/** Says how many more characters the entered password needs. */
export function passwordProgressText(password: string): string {
  if (isPasswordTooLong(password)) return passwordWords.tooLong
  if (password === '') return passwordWords.rule
  const missing = countMissingCharacters(password)
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return 'Long enough. The server will check that the password is not a common one.'
}

/** Returns the password rule that this password breaks, or null. The server enforces the same rules. */
export function passwordRuleError(password: string): string | null {
  if (isPasswordTooLong(password)) return passwordWords.tooLong
  return countMissingCharacters(password) > 0 ? passwordWords.length : null
}
