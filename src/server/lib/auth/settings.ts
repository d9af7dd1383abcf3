import { defaultPasswordRule, type PasswordRule } from '#shared/contract/password.ts'

export interface AuthSettings {
  /** Accepted as a token of the service role that never expires, for the operator's own programs; null for none. */
  secretKey: string | null
  tokenSeconds: number
  /** How long a used refresh token is still accepted, for tabs that refresh at the same time. */
  reuseSeconds: number
  /** A session ends after this time, even if it is in use; null for never. */
  sessionHours: number | null
  /** A session ends after this time without a refresh; null for never. */
  idleHours: number | null
  /** Whether strangers may make an account. */
  signUp: boolean
  /** Whether an address needs no confirmation. For tests and closed networks. */
  autoconfirm: boolean
  /** Whether a signed-in person may link and unlink providers. */
  manualLinking: boolean
  passwordRule: PasswordRule
  codeDigits: number
  /** How long a link or a code in a mail is good. */
  codeSeconds: number
  /** Invitations are valid longer, because people do not expect them. */
  inviteHours: number
  /** Mails in an hour: to all newcomers together, caused by one owner, and caused by the operator. */
  mailsPerHour: number
  /** Mails in an hour that one client, or one person about their own account, causes. */
  mailsPerClient: number
  /** Minimum time between two mails of one kind to one address. */
  mailEverySeconds: number
  /** Where a redirect may lead besides the site itself; globs in which `*` stops at `.` and `/`, and `**` does not. */
  redirectUrls: readonly string[]
  providers: readonly Provider[]
}

/** An OpenID Connect provider, found by its issuer. */
export interface Provider {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: readonly string[]
}

export const defaultAuthSettings: AuthSettings = {
  secretKey: null,
  tokenSeconds: 3600,
  reuseSeconds: 10,
  sessionHours: 168,
  idleHours: 12,
  signUp: false,
  autoconfirm: false,
  manualLinking: false,
  passwordRule: defaultPasswordRule,
  codeDigits: 6,
  codeSeconds: 3600,
  inviteHours: 72,
  mailsPerHour: 30,
  mailsPerClient: 10,
  mailEverySeconds: 60,
  redirectUrls: [],
  providers: [],
}
