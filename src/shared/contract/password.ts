/** The most bytes, because bcrypt, which Supabase projects use, reads no more of a password. */
const passwordBytes = 72

/** The operator's rule for new passwords. */
export interface PasswordRule {
  characters: number
}

/** Long, without rules for kinds of characters: those make passwords harder to remember than to guess. */
export const defaultPasswordRule: PasswordRule = { characters: 12 }

/** The protocol's reasons for refusing a password; `pwned`: it is in lists of leaked passwords. */
export type PasswordFault = 'length' | 'pwned'

/** The number of missing characters, as people count them. */
export function missingCharacters(password: string, { characters }: PasswordRule): number {
  return Math.max(0, characters - Array.from(password).length)
}

/** It is refused, because a truncated password would not be the one that the user chose. */
export const isTooLong = (password: string) => new TextEncoder().encode(password).length > passwordBytes
