import type { Aal } from '#server/lib/auth/types.ts'

export interface SessionRow {
  id: string
  user_id: string
  created_at: Date
  /** The factor that made it aal2. */
  factor_id: string | null
  aal: Aal
  /** When it ends at the latest, or ended. */
  not_after: Date | null
  refreshed_at: Date | null
}

/** One means by which a session was opened or strengthened. */
export interface AmrEntry {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

/** How somebody showed who they are, as access tokens name it. */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'passkey'

/** What makes a session aal2. */
export type StrongMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

/** A refresh token as it is kept: its hash, and that of the one it was given for. */
export interface RefreshTokenRow {
  id: string
  token: string
  parent: string | null
  revoked: boolean
  session_id: string
  /** When it was made, or used. */
  updated_at: Date
}

/** What a token was, and whose. */
export interface EndedToken {
  what: 'session' | 'token'
  member: string | null
}
