import type { Configuration } from 'openid-client'
import { type AuthContext, authUrl } from '#server/lib/auth/context.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { Provider } from '#server/lib/auth/settings.ts'
import { authorizeParameters } from '#shared/contract/auth-providers.ts'

export const callbackUrl = (context: Pick<AuthContext, 'publicUrl'>) => `${authUrl(context)}/callback`

/**
 * Secrets that tie the provider's answer to this flow. They are made from its id with our key, so that nothing has to
 * be stored. The verifier is for the provider, and not the one of the client.
 */
export function secretsOf({ cipher }: Pick<AuthContext, 'cipher'>, flowId: string) {
  return {
    nonce: cipher.mac('provider nonce', flowId),
    verifier: cipher.mac('provider verifier', flowId),
  }
}

/** Parameters that a caller may not send on: ours, and those that change whom, where or how the provider answers. */
const withheld: ReadonlySet<string> = new Set([
  ...authorizeParameters,
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_verifier',
  'grant_type',
  'request',
  'request_uri',
  'registration',
  'iss',
])

export async function authorizationUrl(
  context: Pick<AuthContext, 'cipher' | 'publicUrl'>,
  configuration: Configuration,
  flow: { id: string; scopes: readonly string[]; extra: Readonly<Record<string, unknown>> },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const { nonce, verifier } = secretsOf(context, flow.id)
  const url = buildAuthorizationUrl(configuration, {
    ...passedOn(flow.extra),
    redirect_uri: callbackUrl(context),
    response_type: 'code',
    scope: flow.scopes.join(' '),
    state: flow.id,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

function passedOn(extra: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(extra).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    if (typeof value !== 'string' || withheld.has(name.toLowerCase())) return false
    // In a fragment the answer would never reach us.
    return name.toLowerCase() !== 'response_mode' || value === 'form_post'
  })
  return Object.fromEntries(entries)
}

/** The configured scopes and those asked for, which are separated by commas or spaces. */
export function scopesOf(provider: Provider, asked: unknown): string[] {
  if (asked !== undefined && typeof asked !== 'string') throw invalid('scopes must be one text')
  const more = (asked ?? '').split(/[\s,]+/).filter(Boolean)
  if (!more.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))) {
    throw invalid('scopes hold characters that no scope has')
  }
  return [...new Set(['openid', ...provider.scopes, ...more])]
}
