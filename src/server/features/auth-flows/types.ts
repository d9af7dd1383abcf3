import type { Method } from '#server/features/auth-sessions/service.ts'
import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'

/** What a client shows of its verifier when it starts. */
export interface Pkce {
  challenge: string
  method: 's256' | 'plain'
}

/** A sign-in that has begun with a mail or at a provider. The tokens of the provider are sealed. */
export const flowColumns = columnsOf('auth.flow_state', [
  'id',
  'user_id',
  'auth_code',
  'code_challenge',
  'code_challenge_method',
  'provider_type',
  'provider_access_token',
  'provider_refresh_token',
  'created_at',
  'authentication_method',
  'auth_code_issued_at',
  'referrer',
  'linking_target_id',
])
export type FlowRow = RowOf<typeof flowColumns>

export interface EmailFlow {
  pkce: Pkce
  userId: string
  method: Method
}

export interface ProviderFlow {
  id: string
  provider: string
  /** Where the browser goes in the end. */
  redirectTo: string
  pkce: Pkce | null
  /** The person who links one more identity, in which session; null for a sign-in. */
  linking: { userId: string; sessionId: string } | null
}

/** What the provider gave us for the client, to be handed on once. */
export interface ProviderTokens {
  accessToken?: string | undefined
  refreshToken?: string | undefined
}
