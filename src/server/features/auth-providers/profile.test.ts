import type { IncomingMessage, ServerResponse } from 'node:http'
import { generateKeyPair } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { providersForTest } from './testing.ts'

const auth = await providersForTest()
const { local, browser, finish, person } = auth
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.forgetAll()
  await person('ada@example.com', { confirmed: true })
})

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** A return whose code the provider answers with these claims. */
async function answeredWith(change: Record<string, unknown>, key?: CryptoKey) {
  const by = browser()
  const away = await by.visit('/authorize?provider=work&login_hint=ada')
  const sent = new URL(String(away.headers.location)).searchParams
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: local.issuer,
    sub: 'ada',
    aud: 'backline',
    iat: seconds,
    exp: seconds + 60,
    nonce: sent.get('nonce'),
    email: 'ada@example.com',
    email_verified: true,
    ...change,
  }
  const tokens = { access_token: 'x', token_type: 'bearer', id_token: await local.sign(claims, key) }
  local.overrides.set('/token', json(tokens))
  const query = new URLSearchParams({ state: sent.get('state') ?? '', code: 'x', iss: local.issuer })
  return finish(by, `/callback?${query}`)
}

describe('what the provider says', () => {
  it('is believed when it all fits', async () => {
    expect((await answeredWith({})).fragment.access_token).toBeDefined()
  })

  it.each([
    ['another issuer', { iss: 'https://accounts.evil.example' }],
    ['another audience', { aud: 'somebody else' }],
    ['the nonce of another flow', { nonce: 'x' }],
    ['no nonce', { nonce: undefined }],
    ['a time that is over', { exp: 1 }],
  ])('is not believed with %s', async (_, change) => {
    const { query, fragment } = await answeredWith(change)
    expect(query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
    expect(fragment.access_token).toBeUndefined()
  })

  it('is not believed when somebody else has signed it', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect((await answeredWith({}, privateKey)).query).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  it('takes address and proof from one place', async () => {
    local.overrides.set('/me', json({ sub: 'ada', email: 'boss@example.com' }))
    const { query } = await answeredWith({ email: undefined, email_verified: true })
    expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' })
  })

  it('is not about somebody else', async () => {
    local.overrides.set('/me', json({ sub: 'eve', email: 'eve@example.com', email_verified: true }))
    const { query } = await answeredWith({ email: undefined })
    expect(query).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  it('is kept only where it can be', async () => {
    const { fragment } = await answeredWith({ name: 'a\u0000b', picture: 'x'.repeat(2000), admin: true })
    const claims = await auth.context.keys.verify(fragment.access_token ?? '')
    expect(claims.user_metadata).toEqual({
      iss: local.issuer,
      sub: 'ada',
      provider_id: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      phone_verified: false,
    })
  })
})

describe('a provider that does not answer', () => {
  const away = { error: 'temporarily_unavailable', error_code: 'unexpected_failure' }

  it.each([
    ['with an error', json({}, 500)],
    ['with a cut line', (request: IncomingMessage) => request.socket.destroy()],
  ])('%s is said to be away', async (_, override) => {
    const by = browser()
    const start = await by.visit('/authorize?provider=work&login_hint=ada')
    const callback = await by.signIn(String(start.headers.location))
    local.overrides.set('/token', override)
    const { query, answer } = await finish(by, callback)
    expect(answer.statusCode).toBe(302)
    expect(query).toMatchObject(away)
  })
})
