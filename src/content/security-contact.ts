import { brand } from './brand.ts'

/** For whoever found a weakness: where it is read, and in which languages. SECURITY.md names the same mailbox. */
export const securityContact = {
  email: brand.email,
  languages: ['en'],
} as const
