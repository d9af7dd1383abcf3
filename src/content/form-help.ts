/** What a form says beside its fields and failures, to the few visitors who need it. */
export const formHelp = {
  /** Follows the sentence of the failure when one connection has sent too many forms. */
  retry: {
    wait: (duration: string) => `Please try again in ${duration}.`,
    over: 'You can send it again now.',
  },
  /** Shown under an e-mail address that looks mistyped. */
  address: {
    /** The suggested address stands between these two texts. */
    meant: ['Did you mean', '?'],
    take: 'Yes, use this one',
    noEnding: 'This address has no ending, such as .com. Is it complete?',
  },
} as const
