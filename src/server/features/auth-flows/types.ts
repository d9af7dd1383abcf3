import type { Method } from '#server/features/auth-sessions/service.ts'

/** What a client shows of its verifier when it starts. */
export interface Pkce {
  challenge: string
  method: 's256' | 'plain'
}

/** A sign-in that has begun with a mail or at a provider, and comes back through a browser. */
export interface FlowRow {
  id: string
  /** Null until we know who it is; from the start where a mail was asked for or an identity is to be added. */
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
  /** When the link was opened or the provider sent the person back. */
  auth_code_issued_at: Date | null
  /** Where the browser goes in the end, already checked. */
  referrer: string | null
  /** The session that wants one more identity. Supabase keeps the person here, who may have left it since. */
  linking_target_id: string | null
}

/** A way to a provider and back. */
export interface ProviderFlow {
  id: string
  provider: string
  /** Where the browser goes in the end. */
  redirectTo: string
  pkce: Pkce | null
  /** Who wants one more identity, in which session; null for a sign-in. */
  linking: { userId: string; sessionId: string } | null
}

/** What the provider gave us for the client, to be handed on once. */
export interface ProviderTokens {
  accessToken?: string | undefined
  refreshToken?: string | undefined
}
