import { passwordWords } from '#content/passwords.ts'
import { isTooLong, missingCharacters } from '#shared/contract/auth.ts'

/** Says how many characters the typed password still needs. */
export function progressInWords(password: string): string {
  if (isTooLong(password)) return passwordWords.tooLong
  if (password === '') return passwordWords.rule
  const missing = missingCharacters(password)
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return 'Long enough. The server will check that it is not a common password.'
}

/** Returns the password rule that this password breaks, or null. The server enforces the same rules. */
export function ruleFault(password: string): string | null {
  if (isTooLong(password)) return passwordWords.tooLong
  return missingCharacters(password) > 0 ? passwordWords.length : null
}
