/** Why a password is not taken, as a sentence for whoever chose it. */
export const passwordWords = {
  rule: 'At least 12 characters. A few unrelated words are easy to remember and hard to guess.',
  length: 'Choose a password of at least 12 characters.',
  tooLong: 'Choose a password of at most 72 bytes, which is 72 plain letters.',
  pwned: 'Too many people have this password, or it is in your address. Choose one that is yours alone.',
} as const
