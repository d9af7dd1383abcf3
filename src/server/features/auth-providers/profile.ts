import type { Configuration } from 'openid-client'
import type { Profile } from './types.ts'

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
