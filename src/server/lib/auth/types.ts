import type { Transaction } from '#server/lib/db/database.ts'
import type { Tables } from '#server/lib/db/row-types.ts'

/** The claims of an access token whose signature, issuer, audience and time are checked. */
export interface AccessClaims {
  iss: string
  aud: string
  /** Seconds since 1970. */
  iat: number
  exp: number
  /** The database role of the request. */
  role: string
  /** The person. A token of the service role has none. */
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
export type PublicKey = Readonly<Record<string, unknown>> & { kid: string }

/** The keys that sign access tokens, and those that still verify. */
export interface Keys {
  /** A token with these claims. `iss`, `iat` and `exp` are added. Pass the transaction that you are in. */
  sign(claims: Readonly<Record<string, unknown>>, seconds: number, tx?: Transaction): Promise<string>
  /** The claims of a token of ours; throws `BadToken`. */
  verify(token: string): Promise<AccessClaims>
  published(): Promise<PublicKey[]>
  /** Checks for revoked keys and tokens, if the last check is some seconds old. */
  refresh(): Promise<void>
  /** Calls `listener` when a key was removed or a token revoked: earlier results of `verify` may be wrong then. */
  onRevoked(listener: () => void): void
}
