import type { CharacterKind, PasswordFault, PasswordRule } from '#shared/contract/password.ts'

const kinds: Readonly<Record<CharacterKind, string>> = {
  letters: 'a letter',
  lower: 'a small letter',
  upper: 'a capital letter',
  digits: 'a digit',
  symbols: 'a sign such as ! or ?',
}

/** Such as `a capital letter and a digit`. */
export const kindsInWords = (wanted: readonly CharacterKind[]) =>
  new Intl.ListFormat('en').format(wanted.map((kind) => kinds[kind]))

const amongThem = ({ kinds: wanted }: PasswordRule) =>
  wanted.length > 0 ? `, among them ${kindsInWords(wanted)}` : ''

/** What the operator requires of a new password, and why one is refused, as sentences for the person who chose it. */
export const passwordWords = {
  rule: (rule: PasswordRule) =>
    `At least ${rule.characters} characters${amongThem(rule)}. A few unrelated words are easy to remember and hard to guess.`,
  length: (rule: PasswordRule) => `Choose a password of at least ${rule.characters} characters.`,
  characters: (rule: PasswordRule) => `Choose a password that has ${kindsInWords(rule.kinds)}.`,
  tooLong: 'Choose a password of at most 72 bytes, which is 72 plain letters.',
  pwned: () =>
    'Too many people have this password, or it is in your address. Choose one that is yours alone.',
} as const satisfies Record<PasswordFault, (rule: PasswordRule) => string> & Record<string, unknown>
