import { brand } from './brand.ts'

/** Where to report a weakness, and in which languages. SECURITY.md names the same mailbox. */
export const securityContact = {
  email: brand.email,
  languages: ['en'],
} as const
