import { whoInWords } from '#desk/lib/who.ts'
import type { LetterRow } from './api.ts'

/** Whom a letter is for, in words; addresses of visitors are read where they are needed. */
export function toWhom({ recipient, user_id, who }: LetterRow, nameOf: (id: string) => string): string {
  if (user_id !== null) return nameOf(user_id)
  if (recipient !== null) return recipient
  return who ? whoInWords(who) : 'a visitor'
}

/** Whom it is about, where it is not for them. */
export const aboutWhom = ({ recipient, who }: LetterRow): string | null =>
  recipient !== null && who ? whoInWords(who) : null
