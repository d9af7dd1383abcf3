import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import OidcProvider from 'oidc-provider'
import { openKeys } from '#server/features/auth-keys/service.ts'
import { openSession } from '#server/features/auth-sessions/service.ts'
import { createUser, type UserRow, updateUser } from '#server/features/auth-users/service.ts'
import { decide } from '#server/lib/auth/decide.ts'
import type { AuthSettings } from '#server/lib/auth/settings.ts'
import { authForTest, nameless } from '#server/lib/auth/testing.ts'
import { providerRoutes } from './routes.ts'
import type { Profile } from './types.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Account {
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

/** A provider on this machine. It signs in every browser as the account that `login_hint` names; `deny` refuses. */
export async function localProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, Account>()
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
    // A request without our own challenge is refused.
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
    /** Answers of our own in place of the provider's, by path. */
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

type Visit = (path: string, headers: Record<string, string>) => Promise<LightMyRequestResponse>

/** One browser, with its cookies of both sites. `ask` requests a path below `/auth/v1`. */
export function browserWith(ask: Visit) {
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
  /** Follows the provider until it sends the browser back; returns the path on our side. */
  async function signIn(url: string): Promise<string> {
    for (let hops = 0, next = url; hops < 10; hops++) {
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie: header(theirs) } })
      keep(answer.headers.getSetCookie(), theirs)
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
      if (to.startsWith(`${site}/auth/v1`)) return to.slice(`${site}/auth/v1`.length)
      next = new URL(to, next).href
    }
    throw new Error('the provider does not send us back')
  }
  return { visit, signIn, keep, ours }
}

/** The routes, a provider, and browsers that go back and forth between them. */
export async function providersForTest(change: Partial<AuthSettings> = {}) {
  const local = await localProvider()
  const auth = await authForTest(openKeys, { providers: [local.setting], ...change })
  const { call, app } = await auth.mount(providerRoutes)
  const work = <T>(step: Parameters<typeof decide<T>>[1]) => decide(auth.context.database, step)

  const browser = () => browserWith((path, headers) => call('GET', path, undefined, headers))

  /** The whole way as the account `who` of the provider. Gives where the browser is in the end. */
  async function journey(who: string, query: Record<string, string> = {}, by = browser()) {
    const parameters = new URLSearchParams({ provider: 'work', login_hint: who, ...query })
    const away = await by.visit(`/authorize?${parameters}`)
    if (away.statusCode !== 302) throw new Error(`authorize answered ${away.statusCode}: ${away.body}`)
    const callback = await by.signIn(String(away.headers.location))
    return { ...(await finish(by, callback)), callback, by }
  }

  async function finish(by: ReturnType<typeof browser>, callback: string) {
    const answer = await by.visit(callback)
    return { answer, ...arrivalOf(answer.headers.location) }
  }

  /** A person who signs in with their address. */
  const person = (email: string, traits: { confirmed?: boolean; invited?: boolean } = {}): Promise<UserRow> =>
    work(async (tx) => {
      const now = new Date(auth.context.clock())
      const passwordHash = 'hash of whoever made the account'
      const user = await createUser(tx, { email, passwordHash }, now)
      const confirmed = traits.confirmed && { email_confirmed_at: now }
      const invited = traits.invited && { invited_at: now, raw_user_meta_data: { name: 'As invited' } }
      return updateUser(tx, user.id, { ...confirmed, ...invited }, now)
    })

  return {
    ...auth,
    local,
    app,
    call,
    work,
    browser,
    journey,
    finish,
    person,
    sessionOf: (user: UserRow) => work((tx) => openSession(tx, auth.context, user, 'password', nameless)),
    people: () =>
      auth.test.asOwner<{ id: string; email: string; providers: string[] | null }>(
        `select id, email, (select array_agg(provider order by provider) from auth.identities i where i.user_id = u.id) as providers
         from auth.users u order by email`,
      ),
    async forgetAll() {
      await auth.test.asOwner('delete from auth.users')
      await auth.test.asOwner('delete from auth.flow_state')
      local.accounts.clear()
      local.overrides.clear()
    },
    async close() {
      await auth.close()
      await local.close()
    },
  }
}

export const profile = (subject: string, email: string): Profile => ({
  subject,
  email,
  isVerified: true,
  facts: { sub: subject, email, email_verified: true },
  tokens: {},
})

export function arrivalOf(location: string | undefined) {
  const url = new URL(location ?? 'about:blank')
  return {
    url,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
