import type { ClientAuth, Configuration } from 'openid-client'
import type { AuthContext, Provider } from '#server/lib/auth/context.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import { isLoopback } from '#server/lib/http/request-origin.ts'

export interface Providers {
  /** Throws for a name that is not configured. */
  find: (name: unknown) => Provider
  /** The provider's metadata, asked for once an hour. */
  reach: (provider: Provider) => Promise<Configuration>
}

const hour = 3_600_000
/** After discovery, a return asks the provider up to three things, which all fit into the deadline of a request. */
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
      // A failure is not remembered: the next user asks again.
      configuration.catch(() => known.delete(provider.name))
      return configuration
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  // Most servers have no provider, and do not load the library at their start.
  const client = await import('openid-client')
  const url = new URL(issuer)
  /** A provider that lists no way takes Basic, the default of OpenID Connect. */
  const authentication: ClientAuth = (server, ...request) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const way = isPosted ? client.ClientSecretPost : client.ClientSecretBasic
    return way(clientSecret)(server, ...request)
  }
  return client.discovery(url, clientId, { client_secret: clientSecret }, authentication, {
    timeout: timeoutSeconds,
    // The signature of an id_token is checked too, although it comes straight from the provider.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlainLoopback(url) ? [client.allowInsecureRequests] : []),
    ],
  })
}

/** Without TLS nobody knows who answers, except on this machine. */
const isPlainLoopback = (url: URL) => url.protocol === 'http:' && isLoopback(url)

/** The provider's own tokens, handed on once. */
export interface ProviderTokens {
  accessToken?: string | undefined
  refreshToken?: string | undefined
}

export interface Profile {
  /** The provider's name for the user, the only one that never changes. */
  subject: string
  /** In lower case. */
  email: string | null
  /** Whether the provider says that the address is the user's. */
  isVerified: boolean
  /** The facts that we store and show. */
  facts: Record<string, unknown>
  tokens: ProviderTokens
}

/** Claims of an id_token, or of the userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>

/** Redeems the provider's code. The library checks state, nonce, verifier, issuer, audience and signature. */
export async function askProvider(
  configuration: Configuration,
  returned: URL,
  expected: { state: string; nonce: string; verifier: string },
): Promise<Profile> {
  const { authorizationCodeGrant } = await import('openid-client')
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no id_token')
  const told = await moreClaims(configuration, claims, tokens.access_token)
  return {
    ...profileOf(claims, told),
    tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
  }
}

/** Many providers keep the address out of the id_token. */
async function moreClaims(
  configuration: Configuration,
  claims: Claims & { sub: string },
  accessToken: string,
): Promise<Claims> {
  if (saysAddress(claims) || !configuration.serverMetadata().userinfo_endpoint) return {}
  const { fetchUserInfo } = await import('openid-client')
  return fetchUserInfo(configuration, accessToken, claims.sub)
}

const saysAddress = (claims: Claims) => claims.email !== undefined && claims.email_verified !== undefined

function profileOf(claims: Claims & { sub: string; iss: string }, told: Claims): Omit<Profile, 'tokens'> {
  // An address and whether it is verified must come from one place.
  const { email: address, email_verified: verified } = told.email === undefined ? claims : told
  const email = addressOf(address)
  // Some providers send text.
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

/** PostgreSQL stores neither NUL nor a lone surrogate. */
const textOf = (value: unknown) =>
  typeof value === 'string' && value.length <= 1000 && value.isWellFormed() && !value.includes('\u0000')
    ? value
    : null

function addressOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text) ? text.toLowerCase() : null
}

/** The provider sent the user back with an error. Its text may say anything, so we show ours. */
export function refusedByProvider(error: string): AuthRefusal {
  const status = statuses[error] ?? 400
  const message =
    error === 'access_denied'
      ? 'The sign-in was cancelled at the provider'
      : 'The provider refused the sign-in'
  return new AuthRefusal('bad_oauth_callback', message, { status })
}

const statuses: Readonly<Record<string, number>> = {
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** Why a request to the provider failed: it does not answer, or what it answers does not hold. */
export function providerFailure(error: unknown): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (isAway(error)) {
    return new AuthRefusal('unexpected_failure', 'The provider does not answer just now, please try again', {
      status: 503,
      retryAfter: 5,
    })
  }
  return new AuthRefusal('bad_oauth_callback', 'What the provider answered could not be verified')
}

/** `fetch` reports every fault of the network as a TypeError without a code. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (error instanceof TypeError && code === undefined) return true
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)
}
