/** What a form says beside its fields and failures, to the few visitors who need it. */
export const formHelp = {
  /** Too many came from one connection; after the sentence of the failure. */
  retry: {
    wait: (duration: string) => `Please try again in ${duration}.`,
    over: 'You can send it again now.',
  },
  /** Under an e-mail address that looks like a slip of the finger. */
  address: {
    /** The address that was meant stands between the two. */
    meant: ['Did you mean', '?'],
    take: 'Yes, use this one',
    noEnding: 'This address has no ending, such as .com. Is it complete?',
  },
} as const
