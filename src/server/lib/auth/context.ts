import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import type { Tables } from '#server/lib/db/row-types.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { sessionHours, sessionIdleHours } from '#shared/contract/auth.ts'
import { AuthRefusal } from './refusal.ts'

/** The resources that the features of the auth service share. */
export interface AuthContext {
  database: Database
  clock: Clock
  log: Log
  settings: AuthSettings
  keys: Keys
  cipher: SecretCipher
  /** Waits this many milliseconds. This function is a parameter, like the clock, so that tests do not need to wait. */
  pause: (milliseconds: number) => Promise<void>
  publicUrl: () => string
}

/** The URL at which the service is mounted, and the issuer of its tokens. */
export const authUrl = ({ publicUrl }: Pick<AuthContext, 'publicUrl'>) => `${publicUrl()}/auth/v1`

/**
 * Runs `work` in one transaction. A thrown refusal rolls the transaction back. A returned refusal commits the
 * transaction, because some records must stay: the count of wrong codes, the end of a stolen session, the entry in the
 * audit log.
 */
export async function decide<T>(database: Database, work: (tx: Transaction) => Promise<T | AuthRefusal>): Promise<T> {
  const decision = await database.transaction('supabase_auth_admin', {}, work)
  if (decision instanceof AuthRefusal) throw decision
  return decision
}

export interface AuthSettings {
  /**
   * A token that never expires and has the role service_role, for the operator's own programs; null if there is no such
   * token.
   */
  secretKey: string | null
  tokenSeconds: number
  /** Seconds for which a used refresh token is still accepted, so that tabs can refresh at the same time. */
  reuseSeconds: number
  /** Hours after which a session ends even if it is in use. */
  sessionHours: number
  /** Hours without a refresh after which a session ends. */
  idleHours: number
  codeDigits: number
  /** Seconds for which a link or code in an email is valid. */
  codeSeconds: number
  /**
   * Hours for which an invitation is valid. This period is long, because the recipient does not expect the invitation.
   */
  inviteHours: number
  /** Maximum number of emails per hour that one owner or the operator can trigger. */
  mailsPerHour: number
  /** Maximum number of emails per hour that one client, or one user for their own account, can trigger. */
  mailsPerClient: number
  /** Minimum seconds between two emails of the same kind to the same email address. */
  mailEverySeconds: number
  providers: readonly Provider[]
}

/** An OpenID Connect provider, whose settings are found at its issuer's URL. */
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
  idleHours: sessionIdleHours,
  codeDigits: 6,
  codeSeconds: 3600,
  inviteHours: 72,
  mailsPerHour: 30,
  mailsPerClient: 10,
  mailEverySeconds: 60,
  providers: [],
}

/** The claims of an access token whose signature, issuer, audience and expiry were checked. */
export interface AccessClaims {
  iss: string
  aud: string
  /** Seconds since 1970. */
  iat: number
  exp: number
  /** The database role of the request. */
  role: string
  /** The user's id. A token with the role service_role has no user. */
  sub?: string
  session_id?: string
  aal?: Aal
  readonly [name: string]: unknown
}

/** Authenticator assurance level: aal1 after one factor, aal2 after two. */
export type Aal = Tables['auth.sessions']['aal']

export class BadToken extends Error {
  readonly reason: 'undecodable' | 'expired'
  constructor(reason: BadToken['reason']) {
    super(reason === 'expired' ? 'JWT expired' : 'JWT cannot be verified')
    this.reason = reason
  }
}

/** The public half of a signing key, as JWKS lists it. */
type PublicKey = Readonly<Record<string, unknown>> & { kid: string }

/** The keys that sign access tokens, and older keys that still verify them. */
export interface Keys {
  /**
   * Signs a token with these claims, and adds `iss`, `iat` and `exp`. A caller inside a transaction passes the
   * transaction as `tx`.
   */
  sign(claims: Readonly<Record<string, unknown>>, seconds: number, tx?: Transaction): Promise<string>
  /** Returns the claims of a valid token; throws `BadToken` otherwise. */
  verify(token: string): Promise<AccessClaims>
  published(): Promise<PublicKey[]>
  /** Checks whether keys or tokens were revoked, unless the last check was only seconds ago. */
  refresh(): Promise<void>
  /**
   * Calls `listener` after a key is removed or a token is revoked, because earlier results of `verify` may no longer be
   * correct.
   */
  onRevoked(listener: () => void): void
}
