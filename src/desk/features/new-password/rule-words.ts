import { passwordWords } from '#content/passwords.ts'
import { isTooLong, missingCharacters } from '#shared/contract/auth.ts'

/** How far the typed password is from the shortest that may be accepted. */
export function progressInWords(password: string): string {
  if (isTooLong(password)) return passwordWords.tooLong
  if (password === '') return passwordWords.rule
  const missing = missingCharacters(password)
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return 'Long enough. The server looks whether it is one that many people have.'
}

/** The rules that it breaks, which the server would refuse as well; null if there are none. */
export function ruleFault(password: string): string | null {
  if (isTooLong(password)) return passwordWords.tooLong
  return missingCharacters(password) > 0 ? passwordWords.length : null
}
