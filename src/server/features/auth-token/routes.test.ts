import { afterAll, describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { password, tokenForTest } from './testing.ts'

const room = await tokenForTest()
afterAll(() => room.close())

const token = async (grant: string, body: unknown = {}) => {
  const answer = await room.call('POST', `/token?grant_type=${grant}`, body)
  return [answer.statusCode, answer.json().code, answer.json().message] as [number, string, string]
}

describe('the grant', () => {
  it(
    'a body that is none of the grants is refused',
    eachOf(
      [
        ['id_token', { provider: 'google', token: 'x' }, 400, 'provider_disabled', /not enabled/],
        ['web3', { chain: 'ethereum' }, 422, 'web3_provider_disabled', /^Web3 provider is disabled$/],
        ['pkce', {}, 400, 'invalid_credentials', /./],
        ['implicit', {}, 400, 'invalid_credentials', /./],
        ['constructor', {}, 400, 'invalid_credentials', /./],
        ['', {}, 400, 'invalid_credentials', /./],
        ['password&grant_type=pkce', {}, 400, 'invalid_credentials', /./],
        ['password', { phone: '+15550100', password }, 422, 'phone_provider_disabled', /./],
        ['password', { phone: '+15550100', email: 'a@example.com', password }, 400, 'validation_failed', /./],
        ['password', { password }, 400, 'validation_failed', /./],
        ['password', { email: ['a@example.com'], password }, 400, 'validation_failed', /^email/],
        ['password', { email: 'a@example.com', password: 12 }, 400, 'validation_failed', /^password/],
        ['password', { email: 'a@example.com' }, 400, 'invalid_credentials', /./],
        ['password', [], 400, 'validation_failed', /./],
        ['refresh_token', {}, 400, 'validation_failed', /^Refresh token is not valid$/],
        ['refresh_token', { refresh_token: 'x'.repeat(43) }, 400, 'refresh_token_not_found', /./],
      ],
      async (grant, body, status, code, message) => {
        expect(await token(grant, body)).toEqual([status, code, expect.stringMatching(message)])
      },
    ),
  )

  it('refresh_token renews what password opened', async () => {
    const { email, id } = await room.person()
    const { refresh_token } = (await room.signIn(email)).json() as { refresh_token: string }
    const answer = await room.call('POST', '/token?grant_type=refresh_token', { refresh_token })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ token_type: 'bearer', user: { id } })
    expect(answer.json().refresh_token).not.toBe(refresh_token)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('refresh_token commits the end of a session whose token was stolen', async () => {
    const { email } = await room.person()
    const spent = [(await room.signIn(email)).json().refresh_token as string]
    const renew = async (refresh_token?: string) =>
      room.call('POST', '/token?grant_type=refresh_token', { refresh_token })
    for (const _ of [1, 2]) spent.push((await renew(spent.at(-1))).json().refresh_token as string)
    room.time.now += 60_000
    const theft = await renew(spent[0])
    expect([theft.statusCode, theft.json().code]).toEqual([400, 'refresh_token_already_used'])
    expect((await renew(spent[2])).statusCode).toBe(400)
  })
})

describe('a refusal', () => {
  it('has codes as text for clients that name the version, and numbers for others', async () => {
    const versions: [string | undefined, boolean][] = [
      ['2024-01-01', true],
      ['2099-12-31', true],
      ['2023-12-31', false],
      ['soon', false],
      [undefined, false],
    ]
    for (const [version, coded] of versions) {
      const answer = await room.app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=web3',
        headers: version === undefined ? {} : { 'x-supabase-api-version': version },
      })
      const message = 'Web3 provider is disabled'
      const code = 'web3_provider_disabled'
      expect(answer.statusCode).toBe(422)
      expect(answer.headers['x-sb-error-code']).toBe(code)
      expect(answer.headers['x-supabase-api-version']).toBe(coded ? '2024-01-01' : undefined)
      expect(answer.json()).toEqual(coded ? { code, message } : { code: 422, error_code: code, msg: message })
    }
  })

  it(
    'of a broken body is JSON',
    eachOf(
      [
        ['not JSON', '{"email":', 400, 'bad_json'],
        ['two keys of one name', '{"email":"a@example.com","email":"b@example.com"}', 400, 'bad_json'],
        ['a prototype', '{"__proto__":{"email":"a@example.com"}}', 400, 'bad_json'],
        ['no object', '"text"', 400, 'validation_failed'],
        ['nothing', '', 400, 'validation_failed'],
        [
          'text that cannot be stored',
          '{"email":"a\\u0000@example.com","password":"x"}',
          400,
          'validation_failed',
        ],
        ['more than a mebibyte', `"${'x'.repeat(1024 * 1024)}"`, 413, 'request_entity_too_large'],
      ],
      async (_, body, status, code) => {
        const answer = await room.call('POST', '/token?grant_type=password', body)
        expect([answer.statusCode, answer.json().code]).toEqual([status, code])
      },
    ),
  )

  it('of another kind of body, of an unknown address and of another method is JSON too', async () => {
    const form = await room.app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40example.com',
    })
    expect(form.statusCode).toBe(415)
    const answers = [
      form,
      await room.call('GET', '/token'),
      await room.call('GET', '/nothing/here'),
      await room.call('DELETE', '/', ''),
    ]
    for (const answer of answers) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['x-sb-error-code']).toBeTruthy()
    }
    expect(answers.slice(1).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})
