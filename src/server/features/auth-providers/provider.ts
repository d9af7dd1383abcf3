import type { ClientAuth, Configuration } from 'openid-client'
import type { AuthContext, Provider } from '#server/lib/auth/context.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { isLoopback } from '#server/lib/http/request-origin.ts'

export interface Providers {
  /** Throws for a name that is not configured. */
  find: (name: unknown) => Provider
  /** The provider's metadata, updated once an hour. */
  reach: (provider: Provider) => Promise<Configuration>
}

const hour = 3_600_000
/**
 * The timeout of one request. After discovery, a sign-in needs up to three requests, and all of them must end before
 * the request deadline.
 */
const timeoutSeconds = 3

export function openProviders({ clock, settings }: Pick<AuthContext, 'clock' | 'settings'>): Providers {
  const known = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  return {
    find(name) {
      const provider = settings.providers.find((each) => each.name === name)
      if (!provider) throw invalid('Unsupported provider: provider is not enabled')
      return provider
    },
    reach(provider) {
      const before = known.get(provider.name)
      if (before && before.until > clock()) return before.configuration
      const configuration = discover(provider)
      known.set(provider.name, { configuration, until: clock() + hour })
      // Failures are not cached, so the next sign-in requests the metadata again.
      configuration.catch(() => known.delete(provider.name))
      return configuration
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  // Most servers have no provider, so the library is not loaded at startup.
  const client = await import('openid-client')
  const url = new URL(issuer)
  /** Basic authentication is OpenID Connect's default for providers that list no method. */
  const authentication: ClientAuth = (server, ...request) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const way = isPosted ? client.ClientSecretPost : client.ClientSecretBasic
    return way(clientSecret)(server, ...request)
  }
  return client.discovery(url, clientId, { client_secret: clientSecret }, authentication, {
    timeout: timeoutSeconds,
    // The signature of an id_token is verified even though the token comes directly from the provider.
    execute: [client.enableNonRepudiationChecks, ...(isPlainLoopback(url) ? [client.allowInsecureRequests] : [])],
  })
}

/** Without TLS, the provider's identity is unproven, except on the local machine. */
const isPlainLoopback = (url: URL) => url.protocol === 'http:' && isLoopback(url)

/** The provider's own tokens, which the page receives once. */
export interface ProviderTokens {
  accessToken?: string | undefined
  refreshToken?: string | undefined
}

export interface ProviderProfile {
  /** The user's id at the provider. This id is the only value that never changes. */
  subject: string
  /** The email address in lower case. */
  email: string | null
  /** True if the provider has verified the email address. */
  isVerified: boolean
  /** Facts about the user to store and show. */
  facts: Record<string, unknown>
  tokens: ProviderTokens
}

type ProfileClaims = Readonly<Record<string, unknown>>

/** Exchanges the provider's code. The library checks state, nonce, verifier, issuer, audience and signature. */
export async function redeemProviderCode(
  configuration: Configuration,
  returned: URL,
  expected: { state: string; nonce: string; verifier: string },
): Promise<ProviderProfile> {
  const { authorizationCodeGrant } = await import('openid-client')
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('response has no id_token')
  const told = await fetchMissingClaims(configuration, claims, tokens.access_token)
  return {
    ...profileOf(claims, told),
    tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
  }
}

/** Many providers do not include the email address in the id_token. */
async function fetchMissingClaims(
  configuration: Configuration,
  claims: ProfileClaims & { sub: string },
  accessToken: string,
): Promise<ProfileClaims> {
  if (saysAddress(claims) || !configuration.serverMetadata().userinfo_endpoint) return {}
  const { fetchUserInfo } = await import('openid-client')
  return fetchUserInfo(configuration, accessToken, claims.sub)
}

const saysAddress = (claims: ProfileClaims) => claims.email !== undefined && claims.email_verified !== undefined

function profileOf(
  claims: ProfileClaims & { sub: string; iss: string },
  told: ProfileClaims,
): Omit<ProviderProfile, 'tokens'> {
  // The email address and its verification must come from the same source.
  const { email: address, email_verified: verified } = told.email === undefined ? claims : told
  const email = addressOf(address)
  // Some providers send a string instead of a boolean.
  const isVerified = email !== null && (verified === true || verified === 'true')
  const all = { ...claims, ...told }
  const name = textOf(all.name)
  const picture = textOf(all.picture)
  const facts = {
    iss: claims.iss,
    sub: claims.sub,
    provider_id: claims.sub,
    email,
    email_verified: isVerified,
    phone_verified: false,
    name,
    full_name: name,
    preferred_username: textOf(all.preferred_username),
    picture,
    avatar_url: picture,
  }
  return {
    subject: claims.sub,
    email,
    isVerified,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  }
}

/** PostgreSQL can store neither a NUL character nor a lone surrogate. */
const textOf = (value: unknown) =>
  typeof value === 'string' && value.length <= 1000 && value.isWellFormed() && !value.includes('\u0000') ? value : null

function addressOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text.toLowerCase() : null
}

/** The provider returned an error. The provider's text is untrusted, so we show our own text. */
export function providerRefusal(error: string): AuthRefusal {
  const status = statuses[error] ?? 400
  const message =
    error === 'access_denied' ? 'The sign-in was cancelled at the provider' : 'The provider refused the sign-in'
  return new AuthRefusal('bad_oauth_callback', message, { status })
}

const statuses: Readonly<Record<string, number>> = {
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** The reason that a request to the provider failed: no response, or an invalid response. */
export function providerFailure(error: unknown): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (isUnreachable(error)) {
    return new AuthRefusal('unexpected_failure', 'The provider is not responding, please try again', {
      status: 503,
      retryAfter: 5,
    })
  }
  return new AuthRefusal('bad_oauth_callback', "The provider's response could not be verified")
}

/** `fetch` reports every network error as a TypeError without a code. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (error instanceof TypeError && code === undefined) return true
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)
}
