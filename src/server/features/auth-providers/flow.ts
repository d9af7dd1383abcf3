import { timingSafeEqual } from 'node:crypto'
import type { Configuration } from 'openid-client'
import { type AuthContext, authUrl, type Provider } from '#server/lib/auth/context.ts'
import { AuthRefusal, invalid } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { authorizeParameters } from '#shared/contract/auth.ts'
import { deleteFlow, insertFlow, lockFlow } from './queries.ts'

export interface ProviderFlow {
  id: string
  provider: string
  /** The page to which the browser finally returns. */
  redirectTo: string
  /** The user and session to link an identity to; null for a sign-in. */
  linking: { userId: string; sessionId: string } | null
}

/** Milliseconds within which a user must return from the provider. */
const lifetime = 300_000

/** Starts a flow. Returns the flow's id, which the provider sends back as `state`. */
export function startFlow(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  { provider, redirectTo, linking }: Omit<ProviderFlow, 'id'>,
): Promise<string> {
  const { userId, sessionId } = linking ?? { userId: null, sessionId: null }
  return insertFlow(tx, { provider, redirectTo, userId, sessionId }, new Date(clock()))
}

/**
 * Returns the flow of a browser that comes back from a provider. Adds a refusal if the flow cannot continue, and
 * returns null if the flow is unknown. The first return uses up the flow, unless `mayReturn` rejects the browser.
 */
export async function consumeFlow(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  id: string,
  mayReturn: (flow: ProviderFlow) => boolean,
): Promise<{ flow: ProviderFlow; refusal: AuthRefusal | null } | null> {
  const row = await lockFlow(tx, id)
  if (!row) return null
  const { user_id: userId, linking_target_id: sessionId } = row
  const flow: ProviderFlow = {
    id,
    provider: row.provider_type,
    redirectTo: row.referrer ?? '',
    linking: userId && sessionId ? { userId, sessionId } : null,
  }
  const refuse = (message: string) => ({ flow, refusal: new AuthRefusal('bad_oauth_state', message) })
  if (!mayReturn(flow)) return refuse('The sign-in was started in another browser')
  await deleteFlow(tx, id)
  if (clock() - row.created_at.getTime() > lifetime) {
    return refuse('The sign-in took too long, please try again')
  }
  return { flow, refusal: null }
}

type FlowContext = Pick<AuthContext, 'cipher' | 'publicUrl'>

const minutes = 10

/**
 * Ties a flow to the browser that started it, so that an attacker's link can neither sign another person in to the
 * attacker's account nor link an identity to it. Each flow has its own cookie, because people use several tabs.
 * Browsers send Lax cookies when the provider redirects back.
 */
export function browserCookie(context: FlowContext, flowId: string): string {
  return cookie(context, flowId, context.cipher.mac('provider browser', flowId), minutes * 60)
}

export const expiredCookie = (context: FlowContext, flowId: string) => cookie(context, flowId, '', 0)

function cookie({ publicUrl }: FlowContext, flowId: string, value: string, seconds: number): string {
  const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
  return `${nameOf(flowId)}=${value}; Path=/auth/v1/callback; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

const nameOf = (flowId: string) => `provider-flow-${flowId}`

export function isSameBrowser(context: FlowContext, flowId: string, cookies: string | undefined): boolean {
  const start = `${nameOf(flowId)}=`
  const sent = (cookies ?? '').split(/; */).find((each) => each.startsWith(start))
  const [left, right] = [
    Buffer.from(sent?.slice(start.length) ?? ''),
    Buffer.from(context.cipher.mac('provider browser', flowId)),
  ]
  return left.length === right.length && timingSafeEqual(left, right)
}

export const callbackUrl = (context: Pick<AuthContext, 'publicUrl'>) => `${authUrl(context)}/callback`

/**
 * Secrets that tie the provider's response to this flow. These secrets are derived from the flow's id with our key, so
 * nothing is stored. The verifier is for the provider; the client has a separate verifier.
 */
export function flowSecrets({ cipher }: Pick<AuthContext, 'cipher'>, flowId: string) {
  return {
    nonce: cipher.mac('provider nonce', flowId),
    verifier: cipher.mac('provider verifier', flowId),
  }
}

/** Parameters that we do not forward: those that we set, and those that change where or how the provider responds. */
const blockedParameters: ReadonlySet<string> = new Set([
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
  const { nonce, verifier } = flowSecrets(context, flow.id)
  const url = buildAuthorizationUrl(configuration, {
    ...forwardedParameters(flow.extra),
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

function forwardedParameters(extra: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(extra).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    if (typeof value !== 'string' || blockedParameters.has(name.toLowerCase())) return false
    // A response in a fragment would never reach the server.
    return name.toLowerCase() !== 'response_mode' || value === 'form_post'
  })
  return Object.fromEntries(entries)
}

/** The configured scopes plus the requested scopes, which are separated by commas or spaces. */
export function scopesOf(provider: Provider, asked: unknown): string[] {
  if (asked !== undefined && typeof asked !== 'string') throw invalid('scopes must be a string')
  const more = (asked ?? '').split(/[\s,]+/).filter(Boolean)
  if (!more.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))) {
    throw invalid('scopes contain characters that are not allowed')
  }
  return [...new Set(['openid', ...provider.scopes, ...more])]
}
