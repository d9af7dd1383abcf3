import type { SigningAlgorithm } from '#shared/contract/auth.ts'
import { defaultPasswordRule, type PasswordRule } from '#shared/contract/password.ts'

/** Everything about signing in that an operator can set. */
export interface AuthSettings {
  algorithm: SigningAlgorithm
  /** Stands for a token of the service role that never expires, for programs of the operator's own; null for none. */
  secretKey: string | null
  tokenSeconds: number
  /** For so long a used refresh token is still good, for tabs that ask at the same time. */
  reuseSeconds: number
  /** A session ends after so long, however lively it is; null for never. */
  sessionHours: number | null
  /** A session ends after so long without a refresh; null for never. */
  idleHours: number | null
  /** Whether strangers may make an account. */
  signUp: boolean
  /** Whether an address needs no confirmation. For tests and closed networks. */
  autoconfirm: boolean
  /** Whether a signed-in person may link and unlink providers. */
  manualLinking: boolean
  /** Whether a change of address is confirmed by the old mailbox too. */
  secureEmailChange: boolean
  /** Whether a new password after a day needs a code from the mailbox. */
  reauthentication: boolean
  requireCurrentPassword: boolean
  /** What people's new passwords need to have. */
  passwordRule: PasswordRule
  codeDigits: number
  /** How long a link or a code in a mail is good. */
  codeSeconds: number
  /** An invitation waits longer: nobody expects it. */
  inviteHours: number
  /** Mails in an hour to newcomers; and as many that each owner, and as many that the operator, has sent. */
  mailsPerHour: number
  /** Mails in an hour that one client, or one person about their account, has sent. */
  mailsPerClient: number
  /** Between two mails of one kind to one address. */
  mailEverySeconds: number
  /** Where a redirect may lead beside the site itself; globs in which `*` stops at `.` and `/`, and `**` does not. */
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
  algorithm: 'ES256',
  secretKey: null,
  tokenSeconds: 3600,
  reuseSeconds: 10,
  sessionHours: 168,
  idleHours: 12,
  signUp: false,
  autoconfirm: false,
  manualLinking: false,
  secureEmailChange: true,
  reauthentication: false,
  requireCurrentPassword: false,
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
