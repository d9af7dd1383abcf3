import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import OidcProvider from 'oidc-provider'
import { authForTest } from '#server/features/auth-sessions/testing.ts'
import type { AuthSettings } from '#server/lib/auth/context.ts'
import { providerRoutes } from './routes.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface ProviderAccount {
  email?: string
  email_verified?: boolean | string
  name?: string
}

const site = 'https://site.example'
const client = {
  client_id: 'backline',
  client_secret: 'a secret of the provider',
  redirect_uris: [`${site}/auth/v1/callback`],
  token_endpoint_auth_method: 'client_secret_post' as const,
  grant_types: ['authorization_code', 'refresh_token'],
}

/**
 * A provider on the local machine. The provider signs every browser in as the account in `login_hint`, but refuses the
 * hint `deny`.
 */
export async function localProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, ProviderAccount>()
  const overrides = new Map<string, Handler>()
  const seen: string[] = []
  let provider: OidcProvider | undefined
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    seen.push(path)
    const override = overrides.get(path)
    if (override) return override(request, response)
    if (!provider) return response.end()
    if (path.startsWith('/interaction/')) return void interact(provider, request, response)
    void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new OidcProvider(issuer, {
    clients: [client],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the provider'] },
    // Rejects requests that have no PKCE challenge from our server.
    pkce: { required: () => true, methods: ['S256'] },
    scopes: ['openid', 'email', 'profile', 'offline_access', 'calendar'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, RefreshToken: 600 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id) }) as { sub: string },
    }),
    async loadExistingGrant({ oidc }) {
      const granted = oidc.session?.grantIdFor(client.client_id)
      if (granted) return oidc.provider.Grant.find(granted)
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: client.client_id,
      })
      grant.addOIDCScope('openid email profile offline_access calendar')
      await grant.save()
      return grant
    },
  })
  return {
    issuer,
    accounts,
    overrides,
    seen,
    setting: {
      name: 'work',
      issuer,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      scopes: ['email', 'profile'],
    },
    sign: (claims: JWTPayload, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function interact(provider: OidcProvider, request: IncomingMessage, response: ServerResponse) {
  const { params } = await provider.interactionDetails(request, response)
  const accountId = String(params.login_hint)
  const result = accountId === 'deny' ? { error: 'access_denied' } : { login: { accountId } }
  await provider.interactionFinished(request, response, result)
}

type SendRequest = (path: string, headers: Record<string, string>) => Promise<LightMyRequestResponse>

/** A browser with cookies for both sites. `ask` requests a path below `/auth/v1`. */
export function browserWith(ask: SendRequest) {
  const ours = new Map<string, string>()
  const theirs = new Map<string, string>()
  const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (lines: readonly string[], jar = ours) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  async function visit(path: string, headers: Record<string, string> = {}) {
    const answer = await ask(path, { cookie: header(ours), ...headers })
    keep([answer.headers['set-cookie'] ?? []].flat())
    return answer
  }
  /** Follows the provider's redirects back to this server, and returns the path there. */
  async function signIn(url: string): Promise<string> {
    for (let hops = 0, next = url; hops < 10; hops++) {
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie: header(theirs) } })
      keep(answer.headers.getSetCookie(), theirs)
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`provider responded with ${answer.status}: ${await answer.text()}`)
      if (to.startsWith(`${site}/auth/v1`)) return to.slice(`${site}/auth/v1`.length)
      next = new URL(to, next).href
    }
    throw new Error('provider did not redirect back')
  }
  return { visit, signIn, keep, ours }
}

/** The routes, a provider, and browsers that use both. */
export async function providersForTest(change: Partial<AuthSettings> = {}) {
  const local = await localProvider()
  const at = await authForTest([providerRoutes], { providers: [local.setting], ...change })
  const { test } = at

  const version = { 'x-supabase-api-version': '2024-01-01' }
  const browser = () =>
    browserWith((path, headers) => at.app.inject({ url: `/auth/v1${path}`, headers: { ...version, ...headers } }))

  /** A browser that has signed in to the provider as the account `who`, and the callback URL that it will request. */
  async function departed(who: string, query: Record<string, string> = {}, by = browser()) {
    const parameters = new URLSearchParams({ provider: 'work', login_hint: who, ...query })
    const away = await by.visit(`/authorize?${parameters}`)
    if (away.statusCode !== 302) throw new Error(`authorize responded with ${away.statusCode}: ${away.body}`)
    return { by, callback: await by.signIn(String(away.headers.location)) }
  }

  async function finish(by: ReturnType<typeof browser>, callback: string) {
    const answer = await by.visit(callback)
    return { answer, ...parseLanding(answer.headers.location) }
  }

  /** Completes a sign-in, and returns the page that the browser finally shows. */
  async function journey(who: string, query: Record<string, string> = {}, by = browser()) {
    const { callback } = await departed(who, query, by)
    return { ...(await finish(by, callback)), callback, by }
  }

  return {
    ...at,
    local,
    browser,
    departed,
    finish,
    journey,
    /** The claims of the session whose tokens are in the page's fragment. */
    async arrived({ fragment }: { fragment: Record<string, string> }) {
      return at.context.keys.verify(fragment.access_token ?? '')
    },
    users: () =>
      test.asOwner<{ id: string; email: string; providers: string[] | null }>(
        `select id, email, (select array_agg(provider order by provider) from auth.identities i where i.user_id = u.id) as providers
         from auth.users u order by email`,
      ),
    async forgetAll() {
      await test.asOwner('delete from auth.users')
      await test.asOwner('delete from auth.flow_state')
      local.accounts.clear()
      local.overrides.clear()
    },
    async close() {
      await at.close()
      await local.close()
    },
  }
}

export function parseLanding(location: string | undefined) {
  const url = new URL(location ?? 'about:blank')
  return {
    url,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
