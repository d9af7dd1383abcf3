import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import type { Tables } from '#server/lib/db/row-types.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { idleHours, sessionHours } from '#shared/contract/auth.ts'
import { AuthRefusal } from './refusal.ts'

/** Shared by the features of the auth service. */
export interface AuthContext {
  database: Database
  clock: Clock
  log: Log
  settings: AuthSettings
  keys: Keys
  cipher: SecretCipher
  /** Waits this many milliseconds. Passed in like the clock, so that tests need not wait. */
  pause: (milliseconds: number) => Promise<void>
  publicUrl: () => string
}

/** Where the service is mounted, which is also the issuer of its tokens. */
export const authUrl = ({ publicUrl }: Pick<AuthContext, 'publicUrl'>) => `${publicUrl()}/auth/v1`

/**
 * Runs `work` in one transaction. A thrown refusal rolls it back. A returned one commits it, for records that must
 * stay: a counted wrong code, an ended stolen session, an entry of the audit log.
 */
export async function decide<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T | AuthRefusal>,
): Promise<T> {
  const decision = await database.transaction('supabase_auth_admin', {}, work)
  if (decision instanceof AuthRefusal) throw decision
  return decision
}

export interface AuthSettings {
  /** Accepted as a token of the service role that never expires, for the operator's own programs; null for none. */
  secretKey: string | null
  tokenSeconds: number
  /** How long a used refresh token is still accepted, for tabs that refresh at the same time. */
  reuseSeconds: number
  /** A session ends after this time, even if it is in use. */
  sessionHours: number
  /** A session ends after this time without a refresh. */
  idleHours: number
  codeDigits: number
  /** How long a link or a code in an email is valid. */
  codeSeconds: number
  /** Invitations are valid longer, because people do not expect them. */
  inviteHours: number
  /** Emails in an hour that one owner causes, and that the operator causes. */
  mailsPerHour: number
  /** Emails in an hour that one client causes, and that one user causes for their own account. */
  mailsPerClient: number
  /** Minimum time between two emails of one kind to one address. */
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
  sessionHours,
  idleHours,
  codeDigits: 6,
  codeSeconds: 3600,
  inviteHours: 72,
  mailsPerHour: 30,
  mailsPerClient: 10,
  mailEverySeconds: 60,
  providers: [],
}

/** The claims of an access token whose signature, issuer, audience and time are checked. */
export interface AccessClaims {
  iss: string
  aud: string
  /** Seconds since 1970. */
  iat: number
  exp: number
  /** The database role of the request. */
  role: string
  /** The user. A token of the service role has none. */
  sub?: string
  session_id?: string
  aal?: Aal
  readonly [name: string]: unknown
}

/** Authenticator assurance level: one factor, or two. */
export type Aal = Tables['auth.sessions']['aal']

export class BadToken extends Error {
  readonly reason: 'undecodable' | 'expired'
  constructor(reason: BadToken['reason']) {
    super(reason === 'expired' ? 'JWT expired' : 'JWT cannot be verified')
    this.reason = reason
  }
}

/** Public half of a key, as JWKS lists it. */
type PublicKey = Readonly<Record<string, unknown>> & { kid: string }

/** The keys that sign access tokens, and those that still verify. */
export interface Keys {
  /** A token with these claims. `iss`, `iat` and `exp` are added. Pass the transaction that you are in. */
  sign(claims: Readonly<Record<string, unknown>>, seconds: number, tx?: Transaction): Promise<string>
  /** The claims of a valid token; throws `BadToken`. */
  verify(token: string): Promise<AccessClaims>
  published(): Promise<PublicKey[]>
  /** Checks for revoked keys and tokens, if the last check is some seconds old. */
  refresh(): Promise<void>
  /** Calls `listener` when a key was removed or a token revoked: earlier results of `verify` may be wrong then. */
  onRevoked(listener: () => void): void
}
