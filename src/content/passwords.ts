import { minPasswordCharacters, type PasswordRejection } from '#shared/contract/auth.ts'
import { words } from './words.ts'

/** The requirements for a new password and the reasons for a refusal, as sentences for the user. */
export const passwordWords = words('passwordWords', {
  rule: `At least ${minPasswordCharacters} characters. A few unrelated words are easy to remember and hard to guess.`,
  length: `Choose a password of at least ${minPasswordCharacters} characters.`,
  tooLong: 'Choose a shorter password: the limit is 72 bytes, or 72 characters without accents.',
  pwned: 'This password is too common, or it is part of your email address. Choose a different one.',
} as const satisfies Record<PasswordRejection | 'rule' | 'tooLong', string>)
