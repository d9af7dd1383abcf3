import { openSession } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { refusalRedirect, sessionRedirect } from '#server/lib/auth/redirects.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import {
  authorizationUrl,
  browserCookie,
  callbackUrl,
  consumeFlow,
  expiredCookie,
  flowSecrets,
  isSameBrowser,
  type ProviderFlow,
  scopesOf,
  startFlow,
} from './flow.ts'
import { findProviderUser, linkIdentity } from './identities.ts'
import {
  type ProviderProfile,
  type Providers,
  type ProviderTokens,
  providerFailure,
  providerRefusal,
  redeemProviderCode,
} from './provider.ts'

/** The result for the page that started the flow. */
export type ProviderOutcome = { session: SessionBody; tokens: ProviderTokens } | { refusal: AuthRefusal }

/** A response for a browser: the redirect target, and a cookie to set or delete. */
export interface Redirect {
  location: string
  cookie: string | null
}

export interface ProviderStart {
  provider: unknown
  /** The redirect target, which `redirectTarget` has checked. */
  redirectTo: string
  scopes: unknown
  /** All query parameters. The allowed parameters are forwarded to the provider. */
  extra: Readonly<Record<string, unknown>>
  linking: ProviderFlow['linking']
}

/** Sends the browser to a provider. Throws 503 if the provider does not respond. */
export async function startProviderSignIn(
  context: AuthContext,
  providers: Providers,
  { provider: name, redirectTo, scopes: asked, extra, linking }: ProviderStart,
): Promise<{ location: string; cookie: string }> {
  const provider = providers.find(name)
  const scopes = scopesOf(provider, asked)
  const configuration = await providers.reach(provider).catch((error: unknown) => {
    throw failure(context, provider.name, error)
  })
  const flow = { provider: provider.name, redirectTo, linking }
  const id = await decide(context.database, (tx) => startFlow(tx, context, flow))
  return {
    location: await authorizationUrl(context, configuration, { id, scopes, extra }),
    cookie: browserCookie(context, id),
  }
}

/** The provider's response, from a query or a form. */
export interface ProviderCallback {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  iss?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Handles a return from a provider. Redirects to the page that started the flow, even after a refusal. */
export async function handleProviderCallback(
  context: AuthContext,
  providers: Providers,
  sent: ProviderCallback,
  browser: { cookies: string | undefined; client: SignInClient },
): Promise<Redirect> {
  const { state } = sent
  if (!state) throw new AuthRefusal('bad_oauth_callback', 'OAuth state parameter missing')
  if (!uuid.test(state)) throw new AuthRefusal('bad_oauth_state', 'OAuth state is invalid')
  const mayReturn = (flow: ProviderFlow) => isSameBrowser(context, flow.id, browser.cookies)
  const returned = await decide(context.database, (tx) => consumeFlow(tx, context, state, mayReturn))
  if (!returned) throw new AuthRefusal('bad_oauth_state', 'OAuth state is unknown or was used before')
  const { flow } = returned
  const outcome: ProviderOutcome = returned.refusal
    ? { refusal: returned.refusal }
    : await completeFlow(context, providers, flow, sent, browser.client)
  if ('refusal' in outcome) await auditRefusal(context, flow, outcome.refusal)
  return {
    location: landingUrl(flow.redirectTo, outcome),
    cookie: mayReturn(flow) ? expiredCookie(context, flow.id) : null,
  }
}

async function completeFlow(
  context: AuthContext,
  providers: Providers,
  flow: ProviderFlow,
  sent: ProviderCallback,
  client: SignInClient,
): Promise<ProviderOutcome> {
  try {
    if (sent.error !== undefined) throw providerRefusal(sent.error)
    const profile = await fetchProfile(context, providers, flow, sent)
    return await finishFlow(context, flow, profile, client)
  } catch (error) {
    if (error instanceof AuthRefusal) return { refusal: error }
    throw error
  }
}

async function fetchProfile(
  context: AuthContext,
  providers: Providers,
  flow: ProviderFlow,
  { code, iss }: ProviderCallback,
): Promise<ProviderProfile> {
  if (!code) throw new AuthRefusal('bad_oauth_callback', 'OAuth code parameter missing')
  const provider = providers.find(flow.provider)
  const url = new URL(callbackUrl(context))
  url.search = new URLSearchParams({ state: flow.id, code, ...(iss !== undefined && { iss }) }).toString()
  try {
    const expected = { state: flow.id, ...flowSecrets(context, flow.id) }
    return await redeemProviderCode(await providers.reach(provider), url, expected)
  } catch (error) {
    throw failure(context, provider.name, error)
  }
}

/** Logs the provider and the kind of error, but nothing else from the response. */
function failure({ log }: AuthContext, provider: string, error: unknown): AuthRefusal {
  const { name, code } = error as { name?: unknown; code?: unknown }
  log.warn({ provider, kind: name, code }, 'provider request failed')
  return providerFailure(error)
}

function finishFlow(
  context: AuthContext,
  flow: ProviderFlow,
  profile: ProviderProfile,
  client: SignInClient,
): Promise<ProviderOutcome> {
  return decide(context.database, async (tx): Promise<ProviderOutcome> => {
    const user = flow.linking
      ? await linkIdentity(tx, context, flow.linking, flow.provider, profile)
      : await findProviderUser(tx, context, flow.provider, profile)
    return { session: await openSession(tx, context, user, 'oauth', client), tokens: profile.tokens }
  })
}

async function auditRefusal(
  { database, clock }: AuthContext,
  { provider, linking }: ProviderFlow,
  { code }: AuthRefusal,
): Promise<void> {
  const action = linking ? 'identity_linked' : 'login'
  const details = { outcome: 'refused', actor: linking?.userId ?? null, traits: { provider, code } } as const
  await decide(database, (tx) => audit(tx, { clock }, action, details))
}

/** The page that started the flow, with tokens in the fragment, or with an error in the query and the fragment. */
export function landingUrl(target: string, outcome: ProviderOutcome): string {
  if ('refusal' in outcome) return refusalRedirect(target, outcome.refusal, { inQuery: true })
  const { accessToken, refreshToken } = outcome.tokens
  return sessionRedirect(target, outcome.session, {
    provider_token: accessToken,
    provider_refresh_token: refreshToken,
  })
}
