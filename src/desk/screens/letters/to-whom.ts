import { whoInWords } from '#desk/lib/words.ts'
import type { LetterRow } from './api.ts'

/** The recipient in words. A visitor's address is not loaded for a list. */
export function toWhom({ recipient, user_id, who }: LetterRow, nameOf: (id: string) => string): string {
  if (user_id !== null) return nameOf(user_id)
  if (recipient !== null) return recipient
  return who ? whoInWords(who) : 'a visitor'
}

/** The visitor that a letter to the team is about. */
export const aboutWhom = ({ recipient, who }: LetterRow): string | null =>
  recipient !== null && who ? whoInWords(who) : null
