import * as v from 'valibot'
import { isStorable, unstorableReason } from './fields.ts'

/** The request header with a device's stored random id. Supabase's own auth service ignores this header. */
export const deviceHeader = 'x-device-id'

export const signingAlgorithms = ['ES256', 'RS256', 'HS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** A user's sign-in method: an account at a provider, or the email address. */
export interface IdentityBody {
  /** Our id; `id` is the id that the provider uses for the user. */
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

/** A second factor. The factor's secret is sent only once, at enrollment. */
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

/** Instants are in RFC 3339 format; fields without a value are omitted. */
export interface UserBody {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  /** Null if the identities were not loaded. */
  identities: IdentityBody[] | null
  created_at: string
  updated_at: string
  is_anonymous: boolean
  factors?: FactorBody[]
  [instant: string]: unknown
}

/** A client's session: an access token, and a refresh token for the next session. */
export interface SessionBody {
  access_token: string
  token_type: 'bearer'
  /** The lifetime of the access token, in seconds. */
  expires_in: number
  /** The expiry of the access token, in seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: UserBody
  provider_token?: string
  provider_refresh_token?: string
  weak_password?: { message: string; reasons: string[] }
}

/** An optional field that some clients send as null. */
const text = () => v.nullish(v.string('must be text'), '')

/** Body of `POST /token?grant_type=password`. */
export const passwordGrant = v.object({
  email: text(),
  phone: text(),
  password: text(),
})

/** Body of `POST /token?grant_type=refresh_token`. */
export const refreshGrant = v.object({ refresh_token: text() })

/** A user's metadata. Arrays are refused, although they are objects in JavaScript. */
const metadata = () => v.nullish(v.custom<Record<string, unknown>>(isRecord, 'must be an object'), null)

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Refused by `refusePkce`. */
const pkce = { code_challenge: v.optional(v.unknown()), code_challenge_method: v.optional(v.unknown()) }

/**
 * Body of `PUT /user`, which contains only changes. Both kinds of metadata are merged key by key; null removes a key.
 */
export const userChangeBody = v.object({
  email: text(),
  phone: text(),
  /** An empty string is refused as a weak password. */
  password: v.nullish(v.string('must be text'), null),
  current_password: text(),
  nonce: text(),
  data: metadata(),
  app_metadata: metadata(),
  ...pkce,
})

/** Body of `POST /invite`. */
export const inviteBody = v.object({ email: text(), data: metadata() })

/** Optional text that PostgreSQL can store. */
const storableText = () => v.nullish(v.pipe(v.string('must be text'), v.check(isStorable, unstorableReason)), '')

/** A user's own metadata is part of every access token, so it must be small. */
export const maxMetadataBytes = 8192

/** Either field identifies the user. */
const userIdentifiers = { email: storableText(), phone: storableText() }

/** Body of `POST /signup`, which is refused. */
export const signUpBody = v.object({ ...userIdentifiers, password: storableText() })

/** Body of `POST /otp` and of `POST /magiclink`, which are refused. */
export const otpBody = v.object({ phone: storableText() })

/** Body of `POST /recover`. */
export const recoverBody = v.object({ ...pkce, email: storableText() })
export type RecoverBody = v.InferOutput<typeof recoverBody>

/** Body of `POST /resend`. */
export const resendBody = v.object({ ...userIdentifiers, ...pkce, type: storableText() })

/** Body of `POST /verify`. */
export const verifyBody = v.object({
  ...userIdentifiers,
  type: storableText(),
  token: storableText(),
  token_hash: storableText(),
  redirect_to: storableText(),
})

/** The query of `GET /verify`; a repeated parameter counts as missing. */
export const verifyQuery = v.object({
  type: v.fallback(storableText(), ''),
  token: v.fallback(storableText(), ''),
})

/** The purposes of links and codes in the protocol. `email` means either a sign-up or a magic link. */
export const verifyTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'sms',
  'phone_change',
] as const

export type VerifyType = (typeof verifyTypes)[number]

/** The response to a signed-in user who adds an identity and requests a URL instead of a redirect. */
export interface AuthorizeBody {
  url: string
}

/**
 * Parameters of `/authorize` and `/user/identities/authorize` that the service reads; it passes all other parameters
 * to the provider.
 */
export const authorizeParameters = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'invite_token',
  'skip_http_redirect',
  'apikey',
] as const

/** Bcrypt's limit; Supabase projects use bcrypt. */
const maxPasswordBytes = 72

/**
 * The minimum length. There are no rules about character types, because such rules make passwords harder to remember
 * but not much harder to guess.
 */
export const minPasswordCharacters = 12

/** A session ends after this time, even if the user is active. */
export const sessionHours = 168

/** A session ends after this time without use. */
export const sessionIdleHours = 12

/** The protocol's reasons for refusing a password; `pwned` means that the password is in a list of leaked passwords. */
export type PasswordRejection = 'length' | 'pwned'

/** The number of missing characters, counted as code points. */
export function countMissingCharacters(password: string): number {
  return Math.max(0, minPasswordCharacters - Array.from(password).length)
}

/** The password is too long for bcrypt, which would ignore the rest. */
export const isPasswordTooLong = (password: string) => new TextEncoder().encode(password).length > maxPasswordBytes
