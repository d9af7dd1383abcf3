import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { adminForTest } from './testing.ts'

const room = await adminForTest()
afterAll(() => room.close())

const routes = [['POST', '/invite']] as const

describe.each(routes)('%s %s', (method, path) => {
  it('is for the service role alone', async () => {
    const ask = async (token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const answer = await room.call(method, path, {}, headers as Record<string, string>)
      return [answer.statusCode, answer.json().code]
    }
    const { access_token } = await room.signIn((await room.person()).id)
    expect(await ask()).toEqual([401, 'no_authorization'])
    expect(await ask('sb_publishable_key')).toEqual([403, 'bad_jwt'])
    expect(await ask(access_token)).toEqual([403, 'not_admin'])
    const anon = await room.context.keys.sign({ aud: 'authenticated', role: 'anon' }, 60)
    expect(await ask(anon)).toEqual([403, 'not_admin'])
  })
})

describe('what strangers may ask', () => {
  it('GET /settings tells what is on', async () => {
    const { statusCode, body } = await room.call('GET', '/settings')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toEqual({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: true,
    })
    const provider = {
      name: 'acme',
      issuer: 'https://id.example',
      clientId: 'c',
      clientSecret: 's3cret',
      scopes: [],
    }
    Object.assign(room.context.settings, { providers: [provider] })
    const after = await room.call('GET', '/settings')
    expect(after.json().external).toMatchObject({ acme: true })
    expect(after.body).not.toMatch(/s3cret|id\.example/)
  })

  it('GET /health says that we are here, and no version that could be looked up', async () => {
    const answer = await room.call('GET', '/health')
    expect(answer.json()).toEqual({
      version: 'backline',
      name: 'GoTrue',
      description: expect.any(String) as string,
    })
  })

  it(
    'what is not there is refused in JSON',
    eachOf(
      [
        ['POST', '/sso', 404, 'saml_provider_disabled'],
        ['GET', '/admin/users', 404, 'feature_disabled'],
        ['GET', '/invite', 404, 'not_found'],
      ] as const,
      async (method, path, status, code) => {
        const answer = await room.call(
          method,
          path,
          method === 'POST' ? { domain: 'example.com' } : undefined,
        )
        expect([answer.statusCode, answer.json().code]).toEqual([status, code])
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      },
    ),
  )
})
