import type { Method } from '#server/features/auth-sessions/service.ts'

/** What a client shows of its verifier when it starts. */
export interface Pkce {
  challenge: string
  method: 's256' | 'plain'
}

/** A sign-in that has begun with a mail or at a provider, and comes back through a browser. */
export interface FlowRow {
  id: string
  /** Null until we know who it is. */
  user_id: string | null
  /** SHA-256 of the code; null until one was given. */
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: Pkce['method'] | null
  /** `email`, or the name of the provider. */
  provider_type: string
  /** Sealed, as the next one. */
  provider_access_token: string | null
  provider_refresh_token: string | null
  created_at: Date
  authentication_method: Method
  auth_code_issued_at: Date | null
}
