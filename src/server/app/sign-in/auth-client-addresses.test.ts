import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'

const site = await authAppForTest()
afterAll(() => site.close())

/** Every address that the library can ask the auth service for, as its own source has them. */
function addresses(): string[] {
  const package_ = createRequire(import.meta.url).resolve('@supabase/auth-js/package.json')
  const folder = join(dirname(package_), 'src')
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const found = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/`\$\{this\.url\}(\/[^`]*)`/g)].map(
      ([, path = '']) => path,
    ),
  )
  return [...new Set(found)].sort()
}

const paths = addresses()
const user = await site.signedIn(await site.person())
const { data } = await user.auth.getSession()
const service = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
const bearers = [undefined, publishableKey, data.session?.access_token, service]

it('knows them all', () => {
  expect(paths).toEqual(expect.arrayContaining(['/signup', '/passkeys/registration/options', '/resend']))
  expect(paths.length).toBeGreaterThan(45)
})

// The library puts values into addresses unchanged: an unknown id, a text that is no id, and one that is no address.
const values = [randomUUID(), 'no%20id', '%zz', 'a/b', '']
const asked = new Set(paths.flatMap((path) => values.map((value) => path.replaceAll(/\$\{[^}]*\}/g, value))))

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'each answers %s with JSON, and a refusal has a code',
  async (method) => {
    const hasBody = method !== 'GET'
    for (const path of asked) {
      for (const bearer of bearers) {
        // The next requests need this session.
        if (path.startsWith('/logout') && bearer === data.session?.access_token) continue
        const answer = await site.app.inject({
          method,
          url: `/auth/v1${path}`,
          headers: {
            apikey: publishableKey,
            'x-supabase-api-version': '2024-01-01',
            ...(bearer && { authorization: `Bearer ${bearer}` }),
            ...(hasBody && { 'content-type': 'application/json;charset=UTF-8' }),
          },
          ...(hasBody && { payload: '{}' }),
        })
        const { statusCode, headers, body } = answer
        const what = `${method} ${path}: ${statusCode} ${body.slice(0, 200)}`
        if (statusCode === 204) expect(body, what).toBe('')
        // A link that a browser opens redirects; the client itself asks for none of these.
        else if (statusCode === 303)
          expect([method, headers.location], what).toEqual(['GET', expect.any(String)])
        else {
          expect(headers['content-type'], what).toBe('application/json; charset=utf-8')
          expect(statusCode, what).toBeLessThan(500)
          const { code, message } = answer.json()
          if (statusCode < 300) continue
          expect([code, message], what).toEqual([expect.stringMatching(/^[a-z0-9_]+$/), expect.any(String)])
          expect(headers['x-sb-error-code'], what).toBe(code)
        }
      }
    }
  },
)

it('the client knows what it is told of each call that is not served', async () => {
  const owner = createClient(site.url, service, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  }).auth.admin
  const { auth } = user
  const id = randomUUID()
  const refused = {
    sso: await auth.signInWithSSO({ domain: 'example.com' }),
    ethereum: await auth.signInWithWeb3({ chain: 'ethereum', message: 'm', signature: '0x0' as never }),
    authorization: await auth.oauth.getAuthorizationDetails(id),
    approval: await auth.oauth.approveAuthorization(id),
    grants: await auth.oauth.listGrants(),
    clients: await owner.oauth.listClients(),
    client: await owner.oauth.getClient(id),
    providers: await owner.customProviders.listProviders(),
    keys: await owner.passkey.listPasskeys({ userId: id }),
    registration: await auth.passkey.startRegistration(),
    registered: await auth.passkey.verifyRegistration({ challengeId: id, credential: {} as never }),
  }
  for (const [name, { error }] of Object.entries(refused)) {
    expect([name, error?.name, error?.code]).toEqual([
      name,
      'AuthApiError',
      expect.stringMatching(/^[a-z0-9_]+$/),
    ])
  }
  expect([refused.sso.error?.code, refused.ethereum.error?.code]).toEqual([
    'saml_provider_disabled',
    'web3_provider_disabled',
  ])
})
