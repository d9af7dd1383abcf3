/**
 * The header in which a device names itself to the auth service: a random number that it keeps. Supabase's service
 * has no such header.
 */
export const deviceHeader = 'x-device-id'

/** Algorithms by which tokens are signed. */
export const signingAlgorithms = ['ES256', 'RS256', 'HS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** An account with a provider, or the address itself, by which a person signs in. */
export interface IdentityBody {
  /** Ours; `id` is the provider's name for the person. */
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

/** A second factor. Its secret is told once, at enrolment. */
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

/** A person. Instants are RFC 3339; what never happened is left out. */
export interface UserBody {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  /** Null where they were not looked up. */
  identities: IdentityBody[] | null
  created_at: string
  updated_at: string
  is_anonymous: boolean
  factors?: FactorBody[]
  [instant: string]: unknown
}

/** What a client needs to go on: a token that tells who speaks, and one to get the next. */
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
