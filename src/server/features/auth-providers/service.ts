import { openSession } from '#server/features/auth-sessions/service.ts'
import { type AuthContext, decide } from '#server/lib/auth/context.ts'
import type { Client } from '#server/lib/auth/conventions.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { withRefusal, withSession } from '#server/lib/auth/redirects.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { SessionBody } from '#shared/contract/auth.ts'
import {
  authorizationUrl,
  browserCookie,
  callbackUrl,
  isSameBrowser,
  type ProviderFlow,
  scopesOf,
  secretsOf,
  spentCookie,
  startFlow,
  takeFlow,
} from './flow.ts'
import { linkIdentity, personOf } from './identities.ts'
import {
  askProvider,
  type Profile,
  type Providers,
  type ProviderTokens,
  providerFailure,
  refusedByProvider,
} from './provider.ts'

/** The outcome for the page that started the flow. */
export type Outcome = { session: SessionBody; tokens: ProviderTokens } | { refusal: AuthRefusal }

/** A response for a browser: the redirect target, and a cookie to set or delete. */
export interface Redirect {
  location: string
  cookie: string | null
}

export interface Departure {
  provider: unknown
  /** Checked by `redirectTarget`. */
  redirectTo: string
  scopes: unknown
  /** All query parameters; those that are allowed are forwarded to the provider. */
  extra: Readonly<Record<string, unknown>>
  linking: ProviderFlow['linking']
}

/** Sends the browser to a provider. Throws 503 if the provider does not respond. */
export async function depart(
  context: AuthContext,
  providers: Providers,
  { provider: name, redirectTo, scopes: asked, extra, linking }: Departure,
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
export interface Return {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  iss?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Handles a return from a provider. Redirects to the page that started the flow, even after a refusal. */
export async function comeBack(
  context: AuthContext,
  providers: Providers,
  sent: Return,
  browser: { cookies: string | undefined; client: Client },
): Promise<Redirect> {
  const { state } = sent
  if (!state) throw new AuthRefusal('bad_oauth_callback', 'OAuth state parameter missing')
  if (!uuid.test(state)) throw new AuthRefusal('bad_oauth_state', 'OAuth state is invalid')
  const mayReturn = (flow: ProviderFlow) => isSameBrowser(context, flow.id, browser.cookies)
  const returned = await decide(context.database, (tx) => takeFlow(tx, context, state, mayReturn))
  if (!returned) throw new AuthRefusal('bad_oauth_state', 'OAuth state is unknown or was used before')
  const { flow } = returned
  const outcome: Outcome = returned.refusal
    ? { refusal: returned.refusal }
    : await arrive(context, providers, flow, sent, browser.client)
  if ('refusal' in outcome) await noteRefusal(context, flow, outcome.refusal)
  return {
    location: landing(flow.redirectTo, outcome),
    cookie: mayReturn(flow) ? spentCookie(context, flow.id) : null,
  }
}

async function arrive(
  context: AuthContext,
  providers: Providers,
  flow: ProviderFlow,
  sent: Return,
  client: Client,
): Promise<Outcome> {
  try {
    if (sent.error !== undefined) throw refusedByProvider(sent.error)
    const profile = await profileBehind(context, providers, flow, sent)
    return await settle(context, flow, profile, client)
  } catch (error) {
    if (error instanceof AuthRefusal) return { refusal: error }
    throw error
  }
}

async function profileBehind(
  context: AuthContext,
  providers: Providers,
  flow: ProviderFlow,
  { code, iss }: Return,
): Promise<Profile> {
  if (!code) throw new AuthRefusal('bad_oauth_callback', 'OAuth code parameter missing')
  const provider = providers.find(flow.provider)
  const url = new URL(callbackUrl(context))
  url.search = new URLSearchParams({ state: flow.id, code, ...(iss !== undefined && { iss }) }).toString()
  try {
    const expected = { state: flow.id, ...secretsOf(context, flow.id) }
    return await askProvider(await providers.reach(provider), url, expected)
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

function settle(
  context: AuthContext,
  flow: ProviderFlow,
  profile: Profile,
  client: Client,
): Promise<Outcome> {
  return decide(context.database, async (tx): Promise<Outcome> => {
    const user = flow.linking
      ? await linkIdentity(tx, context, flow.linking, flow.provider, profile)
      : await personOf(tx, context, flow.provider, profile)
    return { session: await openSession(tx, context, user, 'oauth', client), tokens: profile.tokens }
  })
}

async function noteRefusal(
  { database, clock }: AuthContext,
  { provider, linking }: ProviderFlow,
  { code }: AuthRefusal,
): Promise<void> {
  const action = linking ? 'identity_linked' : 'login'
  const details = { outcome: 'refused', actor: linking?.userId ?? null, traits: { provider, code } } as const
  await decide(database, (tx) => audit(tx, { clock }, action, details))
}

/** The page that started the flow, with tokens in the fragment, or with an error in query and fragment. */
export function landing(target: string, outcome: Outcome): string {
  if ('refusal' in outcome) return withRefusal(target, outcome.refusal, { inQuery: true })
  const { accessToken, refreshToken } = outcome.tokens
  return withSession(target, outcome.session, {
    provider_token: accessToken,
    provider_refresh_token: refreshToken,
  })
}
