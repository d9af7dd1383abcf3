import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import { everyRow } from '#shared/lib/testing.ts'

/** Calls of the library that are refused here, and errors that it reports; each in a form that the library knows. */
const site = await authAppForTest()
afterAll(() => site.close())
const member = await site.signedIn(await site.person())
const administrator = await site.administrator()
const { auth } = site.client()
const { admin } = administrator.auth

const email = 'ada@example.com'
const password = 'a long row of words'
const id = randomUUID()
const token = { provider: 'google', token: 'a.b.c', nonce: 'n' }

it('[S2] refuses features that are off as Supabase does', () =>
  everyRow<[string, () => Promise<{ error: unknown }>, number, string]>(
    [
      ['sign-up', () => auth.signUp({ email, password }), 422, 'signup_disabled'],
      ['sign-up by phone', () => auth.signUp({ phone: '+15550100', password }), 422, 'signup_disabled'],
      ['no account', () => auth.signInAnonymously(), 422, 'anonymous_provider_disabled'],
      ['a magic link', () => auth.signInWithOtp({ email }), 422, 'email_provider_disabled'],
      ['a text message', () => auth.signInWithOtp({ phone: '+15550100' }), 400, 'phone_provider_disabled'],
      [
        'a phone and a password',
        () => auth.signInWithPassword({ phone: '+15550100', password }),
        422,
        'phone_provider_disabled',
      ],
      ['a new phone', () => member.auth.updateUser({ phone: '+15550100' }), 400, 'phone_provider_disabled'],
      ['a bad phone', () => member.auth.updateUser({ phone: '0155501' }), 400, 'validation_failed'],
      ['SAML', () => auth.signInWithSSO({ domain: 'example.com' }), 404, 'saml_provider_disabled'],
      [
        'a wallet',
        () => auth.signInWithWeb3({ chain: 'ethereum', message: 'm', signature: '0x0' as never }),
        422,
        'web3_provider_disabled',
      ],
      ['a token of a provider', () => auth.signInWithIdToken(token), 400, 'provider_disabled'],
      ['an OAuth client', () => member.auth.oauth.approveAuthorization(id), 404, 'feature_disabled'],
      ['OAuth grants', () => member.auth.oauth.listGrants(), 404, 'feature_disabled'],
      ['a passkey alone', () => member.auth.passkey.startRegistration(), 404, 'passkey_disabled'],
      ['admin: a user', () => admin.createUser({ email }), 404, 'feature_disabled'],
      ['admin: all users', () => admin.listUsers(), 404, 'feature_disabled'],
      ['admin: a change', () => admin.updateUserById(id, { password }), 404, 'feature_disabled'],
      ['admin: a removal', () => admin.deleteUser(id), 404, 'feature_disabled'],
      ['admin: a link', () => admin.generateLink({ type: 'recovery', email }), 404, 'feature_disabled'],
      ['admin: factors', () => admin.mfa.listFactors({ userId: id }), 404, 'feature_disabled'],
    ],
    async ([, call, status, code]) => {
      expect((await call()).error).toMatchObject({ name: 'AuthApiError', status, code })
      expect(await site.test.asOwner('select from auth.users where email = $1', [email])).toEqual([])
    },
  ))

describe('every address in the source of the library', () => {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@supabase/auth-js/package.json')),
    'src',
  )
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const paths = [...new Set([...text.matchAll(/`\$\{this\.url\}(\/[^`]*)`/g)].map(([, path = '']) => path))]
  // The library puts values into addresses unchanged: an unknown id, text that is no id, and broken addresses.
  const values = [id, 'no%20id', '%zz', 'a/b', '']
  const asked = new Set(
    paths.flatMap((path) => values.map((value) => path.replaceAll(/\$\{[^}]*\}/g, value))),
  )

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'answers %s with JSON and a code',
    async (method) => {
      expect(paths.length).toBeGreaterThan(45)
      const own = (await member.auth.getSession()).data.session?.access_token
      const service = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
      const body = { 'content-type': 'application/json;charset=UTF-8' }
      for (const path of asked) {
        for (const bearer of [undefined, publishableKey, own, service]) {
          // The next requests need this session.
          if (path.startsWith('/logout') && bearer === own) continue
          const { statusCode, headers, ...answer } = await site.app.inject({
            method,
            url: `/auth/v1${path}`,
            headers: {
              'x-supabase-api-version': '2024-01-01',
              ...(bearer && { authorization: `Bearer ${bearer}` }),
              ...(method !== 'GET' && body),
            },
            ...(method !== 'GET' && { payload: '{}' }),
          })
          const what = `${method} ${path}: ${statusCode} ${answer.body.slice(0, 200)}`
          if (statusCode === 204 || statusCode === 303) continue
          expect([what, headers['content-type']]).toEqual([what, 'application/json; charset=utf-8'])
          expect(statusCode, what).toBeLessThan(500)
          if (statusCode < 300) continue
          expect(headers['x-sb-error-code'], what).toMatch(/^[a-z0-9_]+$/)
          expect(answer.json(), what).toMatchObject({ code: headers['x-sb-error-code'] })
        }
      }
    },
  )
})

describe('section 8 of the specification', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** What the library makes of the address of a page; no public method reaches this outside of a browser. */
  type Flow = 'implicit' | 'pkce'
  const sessionAt = async (url: string, flowType: Flow = 'implicit', found = flowType) => {
    const { searchParams, hash } = new URL(url, site.url)
    const params = Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))])
    const client = site.client({ flowType }).auth as unknown as {
      _getSessionFromURL(params: object, type: string): Promise<{ error: Error | null }>
    }
    return (await client._getSessionFromURL(params, found)).error?.message
  }
  const inBrowser = () => {
    vi.stubGlobal('window', { location: { href: site.url } })
    vi.stubGlobal('document', {})
  }

  it("'No browser detected'", async () => {
    expect(await sessionAt('/desk#access_token=a')).toBe('No browser detected.')
  })

  it("'Not a valid PKCE flow url', 'No code detected' and 'No session defined in URL'", async () => {
    inBrowser()
    expect(await sessionAt('/desk#access_token=a', 'pkce', 'implicit')).toBe('Not a valid PKCE flow url.')
    expect(await sessionAt('/desk?code=', 'pkce')).toBe('No code detected.')
    expect(await sessionAt('/desk#access_token=a')).toBe('No session defined in URL')
  })

  it('reads the refusal of a link where the link leads', async () => {
    const answer = await site.app.inject('/auth/v1/verify?token=made-up&type=recovery')
    inBrowser()
    const sentence = 'Email link is invalid or has expired'
    expect(await sessionAt(answer.headers.location ?? '')).toBe(sentence)
  })

  it("'Invalid JWT signature'", async () => {
    const session = (await member.auth.getSession()).data.session
    const [header = '', payload = '', signature = ''] = (session?.access_token ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const raised = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
    const { error } = await member.auth.getClaims(`${header}.${raised}.${signature}`)
    expect(error?.message).toBe('Invalid JWT signature')
  })

  it("'You must provide either an email or phone number and a type', before anything is sent", async () => {
    const client = site.client()
    const { error } = await client.auth.resend({ type: 'signup' } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a type')
    expect(client.calls).toEqual([])
  })

  it.each([401, 403, 404])('ignores %i at the sign-out and forgets the session', async (status) => {
    const client = await site.signedIn(await site.person())
    const refusal = async () => Response.json({ code: 'x', message: 'x' }, { status })
    vi.stubGlobal('fetch', refusal)
    expect((await client.auth.signOut()).error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
  })
})
