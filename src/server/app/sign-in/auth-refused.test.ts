import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

/** Calls that are refused, and errors that the library must be able to understand. */
const site = await authAppForTest()
afterAll(() => site.close())
const member = await site.signedIn(await site.person())
const administrator = await site.administrator()
const { auth } = site.client()
const { admin } = administrator.auth

const email = 'ada@example.com'
const password = 'a long row of words'
const id = randomUUID()

it('[S2] refuses requests for disabled features with the error codes that Supabase uses', () =>
  checkEachRow<[string, () => Promise<{ error: unknown }>, number, string]>(
    [
      ['sign-up', () => auth.signUp({ email, password }), 422, 'signup_disabled'],
      ['sign-up by phone', () => auth.signUp({ phone: '+15550100', password }), 422, 'signup_disabled'],
      ['no account', () => auth.signInAnonymously(), 422, 'anonymous_provider_disabled'],
      ['a magic link', () => auth.signInWithOtp({ email }), 422, 'email_provider_disabled'],
      ['a text message', () => auth.signInWithOtp({ phone: '+15550100' }), 400, 'phone_provider_disabled'],
      ['a new phone', () => member.auth.updateUser({ phone: '+15550100' }), 400, 'phone_provider_disabled'],
      ['a bad phone', () => member.auth.updateUser({ phone: '0155501' }), 400, 'validation_failed'],
      ['SAML', () => auth.signInWithSSO({ domain: 'example.com' }), 404, 'saml_provider_disabled'],
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

describe('every URL in the source of the Supabase library', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@supabase/auth-js/package.json')), 'src')
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const paths = [...new Set([...text.matchAll(/`\$\{this\.url\}(\/[^`]*)`/g)].map(([, path = '']) => path))]
  // The library inserts values into URLs unchanged. The test uses an unknown id, an invalid id, and malformed text.
  const values = [id, 'no%20id', '%zz', 'a/b', '']
  const asked = new Set(paths.flatMap((path) => values.map((value) => path.replaceAll(/\$\{[^}]*\}/g, value))))

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'returns a JSON error code, but never a server error, if it refuses a %s request',
    async (method) => {
      expect(paths.length).toBeGreaterThan(45)
      const own = await tokenOf(member)
      const service = await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 600)
      const body = { 'content-type': 'application/json;charset=UTF-8' }
      for (const path of asked) {
        for (const bearer of [undefined, publishableKey, own, service]) {
          // The requests that follow need this session.
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

it('puts the reason into the redirect URL for the Supabase library if an emailed link is refused', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const { headers } = await site.app.inject('/auth/v1/verify?token=made-up&type=recovery')
  const { searchParams, hash } = new URL(headers.location ?? '', site.url)
  const params = Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))])
  vi.stubGlobal('window', { location: { href: site.url } })
  vi.stubGlobal('document', {})
  // Outside a browser, no public method of the library reaches this code.
  const client = site.client({ flowType: 'implicit' }).auth as unknown as {
    _getSessionFromURL(params: object, type: string): Promise<{ error: Error | null }>
  }
  const { error } = await client._getSessionFromURL(params, 'implicit')
  expect(error?.message).toBe('Email link is invalid or has expired')
})
