/**
 * A device identifies itself to the auth service by this header: a random number that it keeps. Supabase's service has
 * no such header.
 */
export const deviceHeader = 'x-device-id'

export const signingAlgorithms = ['ES256', 'RS256', 'HS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** An account at a provider, or the address itself, by which a user signs in. */
export interface IdentityBody {
  /** Our id; `id` is the provider's id of the user. */
  identity_id: string
  id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email?: string
}

/** A second factor. Its secret is sent only once, at enrolment. */
export interface FactorBody {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name?: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  phone: string
  last_challenged_at: string | null
}

/** A user. Instants are in RFC 3339; fields without a value are left out. */
export interface UserBody {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  /** Null if they were not loaded. */
  identities: IdentityBody[] | null
  created_at: string
  updated_at: string
  is_anonymous: boolean
  factors?: FactorBody[]
  [instant: string]: unknown
}

/** A client's session: an access token, and a refresh token for the next one. */
export interface SessionBody {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: UserBody
  provider_token?: string
  provider_refresh_token?: string
  weak_password?: { message: string; reasons: string[] }
}
