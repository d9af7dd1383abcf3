/** Bytes at most, because bcrypt, which a Supabase project takes, reads no more of a password. */
const passwordBytes = 72

/** Kinds of characters that a password may be asked for, and what is of the kind. */
const kinds = {
  letters: /\p{L}/u,
  lower: /\p{Ll}/u,
  upper: /\p{Lu}/u,
  digits: /\p{Nd}/u,
  symbols: /[\p{P}\p{S}]/u,
} as const

export type CharacterKind = keyof typeof kinds

export const characterKinds = Object.keys(kinds) as readonly CharacterKind[]

/** What a new password has to have, as the operator has set it. */
export interface PasswordRule {
  characters: number
  /** At least one character of each. */
  kinds: readonly CharacterKind[]
}

/** Long, and no kinds: those make passwords harder to remember than to guess. */
export const defaultPasswordRule: PasswordRule = { characters: 12, kinds: [] }

/** Why a password is refused, in the words of the wire: `pwned` is one that many people have. */
export type PasswordFault = 'length' | 'characters' | 'pwned'

/** Characters as people count them that are still missing. */
export function missingCharacters(password: string, { characters }: PasswordRule): number {
  return Math.max(0, characters - Array.from(password).length)
}

export const missingKinds = (password: string, rule: PasswordRule): CharacterKind[] =>
  rule.kinds.filter((kind) => !kinds[kind].test(password))

/** Cutting would accept another password than the one that was chosen, so it is refused. */
export const isTooLong = (password: string) => new TextEncoder().encode(password).length > passwordBytes

export const isCharacterKind = (text: string): text is CharacterKind => Object.hasOwn(kinds, text)

/** The rule in an attribute of a page: `12 lower digits`. */
export const writeRule = ({ characters, kinds: wanted }: PasswordRule) => [characters, ...wanted].join(' ')

export function readRule(text: string): PasswordRule {
  const [characters, ...wanted] = text.split(' ')
  return { characters: Number(characters), kinds: wanted.filter(isCharacterKind) }
}
