import { words } from './words.ts'

/**
 * The mailbox for vulnerability reports, and the languages in which we accept them. SECURITY.md names the same mailbox.
 */
export const securityContact = words('securityContact', { email: '{mailbox}', languages: ['en'] })
