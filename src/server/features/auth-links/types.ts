import type { confirmPages } from '#content/account-pages.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { Client } from '#server/lib/auth/client.ts'
import type { PasswordRule } from '#shared/contract/password.ts'

export type LinkType = keyof typeof confirmPages

export interface Link {
  token: string
  type: LinkType
  /** Where it wants to lead in the end, unchecked; null when it names no address. */
  redirectTo: string | null
}

/** What became of a link: it leads on, it is noted, or the password was not taken and the link is still good. */
export type Redeemed = { location: string } | { message: string } | { passwordFault: string }

export interface NewOwner {
  token: string
  email: string
  password: string
}

export type OwnerOutcome = { done: true } | { fault: 'token' | 'email' | 'password'; sentence: string }

export interface AccountOptions {
  site: SiteSource
  publicUrl: () => string
  passwordRule: PasswordRule
  /** Uses a link up. `password` is for an invitation alone. */
  redeem: (link: Link & { password?: string; client: Client }) => Promise<Redeemed>
  /** The address that is allowed for a requested one: the same, or the default where that one is not trusted. */
  allowedTarget: (redirectTo: string | null) => string
  createOwner: (owner: NewOwner) => Promise<OwnerOutcome>
}
