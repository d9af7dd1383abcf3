/**
 * The mailbox for vulnerability reports, and the languages in which we accept them. SECURITY.md names the same mailbox.
 */
export const securityContact = {
  email: '{mailbox}',
  languages: ['en'],
} as const
