import type * as v from 'valibot'
import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'
import type { endedToken } from '#shared/contract/desk-people.ts'

/** `factor_id` made it aal2; `not_after` is when it ends at the latest, or ended. */
export const sessionColumns = columnsOf(
  'auth.sessions',
  ['id', 'user_id', 'created_at', 'factor_id', 'aal', 'not_after', 'refreshed_at'],
  { as: { refreshed_at: "refreshed_at at time zone 'utc'" } },
)
export type SessionRow = RowOf<typeof sessionColumns>

/** One method by which a session was opened or strengthened. */
export interface AmrEntry {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

/** Ways to sign in, as access tokens name them. */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'passkey'

/** What makes a session aal2. */
export type StrongMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

/** The hash of a token, and of the one that it was given for; `updated_at` is when it was made, or used. */
export const tokenColumns = columnsOf(
  'auth.refresh_tokens',
  ['id', 'token', 'parent', 'revoked', 'session_id', 'updated_at'],
  { as: { id: 'id::text' }, filled: { token: "''", session_id: "'00000000-0000-0000-0000-000000000000'" } },
)
export type RefreshTokenRow = RowOf<typeof tokenColumns>

export type EndedToken = v.InferOutput<typeof endedToken>
