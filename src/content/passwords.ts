import { type PasswordFault, passwordCharacters } from '#shared/contract/auth.ts'

/** The requirements for a new password and the reasons for a refusal, as sentences for the user. */
export const passwordWords = {
  rule: `At least ${passwordCharacters} characters. A few unrelated words are easy to remember and hard to guess.`,
  length: `Choose a password of at least ${passwordCharacters} characters.`,
  tooLong: 'Choose a password of at most 72 bytes, which is 72 plain letters.',
  pwned: 'Too many people have this password, or it is in your address. Choose one that is yours alone.',
} as const satisfies Record<PasswordFault | 'rule' | 'tooLong', string>
