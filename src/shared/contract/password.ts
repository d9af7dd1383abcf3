/** Bytes at most, because bcrypt, which a Supabase project takes, reads no more of a password. */
const passwordBytes = 72

/** What a new password has to have, as the operator has set it. */
export interface PasswordRule {
  characters: number
}

/** Long, and no kinds of characters: those make passwords harder to remember than to guess. */
export const defaultPasswordRule: PasswordRule = { characters: 12 }

/** Why a password is refused, in the words of the wire: `pwned` is one that many people have. */
export type PasswordFault = 'length' | 'pwned'

/** Characters as people count them that are still missing. */
export function missingCharacters(password: string, { characters }: PasswordRule): number {
  return Math.max(0, characters - Array.from(password).length)
}

/** Cutting would accept another password than the one that was chosen, so it is refused. */
export const isTooLong = (password: string) => new TextEncoder().encode(password).length > passwordBytes
