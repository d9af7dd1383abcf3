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
  passwordRule: PasswordRule
  codeDigits: number
  /** How long a link or a code in a mail is good. */
  codeSeconds: number
  /** Invitations are valid longer, because people do not expect them. */
  inviteHours: number
  /** Mails in an hour that one owner causes, and that the operator causes. */
  mailsPerHour: number
  /** Mails in an hour that one client, or one person about their own account, causes. */
  mailsPerClient: number
  /** Minimum time between two mails of one kind to one address. */
  mailEverySeconds: number
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
  passwordRule: defaultPasswordRule,
  codeDigits: 6,
  codeSeconds: 3600,
  inviteHours: 72,
  mailsPerHour: 30,
  mailsPerClient: 10,
  mailEverySeconds: 60,
  providers: [],
}
