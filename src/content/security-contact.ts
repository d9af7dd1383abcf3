import { brand } from './brand.ts'

/**
 * The mailbox for vulnerability reports, and the languages in which we accept them. SECURITY.md names the same mailbox.
 */
export const securityContact = {
  email: brand.email,
  languages: ['en'],
} as const
