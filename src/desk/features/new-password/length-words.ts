import { passwordWords } from '#content/passwords.ts'
import { passwordLimits } from '#shared/contract/password.ts'

/** How far a password is from one that may be long enough, while it is typed. */
export function lengthInWords(password: string): string {
  if (isTooLong(password)) return passwordWords.tooLong
  const missing = passwordLimits.characters - Array.from(password).length
  if (password === '') return passwordWords.rule
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return 'Long enough. The server looks whether it is one that many people have.'
}

/** What is wrong with its length, which the server would say too; null when nothing is. */
export function lengthFault(password: string): string | null {
  if (isTooLong(password)) return passwordWords.tooLong
  return Array.from(password).length < passwordLimits.characters ? passwordWords.length : null
}

const isTooLong = (password: string) => new TextEncoder().encode(password).length > passwordLimits.bytes
