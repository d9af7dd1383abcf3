import type { PasswordFault, PasswordRule } from '#shared/contract/auth.ts'

/** What the operator requires of a new password, and why one is refused, as sentences for the person who chose it. */
export const passwordWords = {
  rule: (rule: PasswordRule) =>
    `At least ${rule.characters} characters. A few unrelated words are easy to remember and hard to guess.`,
  length: (rule: PasswordRule) => `Choose a password of at least ${rule.characters} characters.`,
  tooLong: 'Choose a password of at most 72 bytes, which is 72 plain letters.',
  pwned: () =>
    'Too many people have this password, or it is in your address. Choose one that is yours alone.',
} as const satisfies Record<PasswordFault, (rule: PasswordRule) => string> & Record<string, unknown>
