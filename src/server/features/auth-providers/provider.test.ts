import type { IncomingMessage, ServerResponse } from 'node:http'
import { generateKeyPair } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultAuthSettings } from '#server/lib/auth/context.ts'
import { openProviders } from './provider.ts'
import { providersForTest } from './testing.ts'

const at = await providersForTest()
const { local, browser, finish, journey } = at
afterAll(() => at.close())
beforeEach(async () => {
  await at.forgetAll()
  await at.person({ email: 'ada@example.com' })
})

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

describe('provider discovery', () => {
  const time = { now: Date.now() }
  const open = (change: { issuer?: string } = {}) => {
    const setting = { ...local.setting, ...change }
    const settings = { ...defaultAuthSettings, providers: [setting] }
    const { reach } = openProviders({ clock: () => time.now, settings })
    return () => reach(setting)
  }

  it('requests metadata once an hour, and again after a failure', async () => {
    const reach = open()
    local.seen.length = 0
    await Promise.all([reach(), reach()])
    expect(local.seen).toHaveLength(1)
    time.now += 3_600_000
    await reach()
    expect(local.seen).toHaveLength(2)
    time.now += 3_600_000
    local.overrides.set('/.well-known/openid-configuration', json({}, 500))
    await expect(reach()).rejects.toThrow()
    local.overrides.clear()
    await expect(reach()).resolves.toBeDefined()
  })

  it("rejects another issuer's metadata, and rejects plain HTTP unless the issuer is on the local machine", async () => {
    const plain = open({ issuer: 'http://provider.example' })
    await expect(plain()).rejects.toMatchObject({ code: 'OAUTH_HTTP_REQUEST_FORBIDDEN' })
    const other = open({ issuer: local.issuer.replace('127.0.0.1', 'localhost') })
    await expect(other()).rejects.toMatchObject({ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' })
  })
})

describe('provider response', () => {
  /** A browser's return to our callback, with a code that the provider exchanges for these claims. */
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

  it('signs the user in, and adds only known JWT claims with valid values to the user metadata', async () => {
    const answer = await answeredWith({ name: 'a\u0000b', picture: 'x'.repeat(2000), admin: true })
    expect((await at.arrived(answer)).user_metadata).toEqual({
      iss: local.issuer,
      sub: 'ada',
      provider_id: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      phone_verified: false,
    })
  })

  it.each([
    ['another issuer', { iss: 'https://accounts.evil.example' }],
    ['another audience', { aud: 'another client' }],
    ['the nonce of another flow', { nonce: 'x' }],
    ['no nonce', { nonce: undefined }],
    ['an expired token', { exp: 1 }],
  ])('is rejected if it has %s', async (_, change) => {
    const { query, fragment } = await answeredWith(change)
    expect(query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
    expect(fragment.access_token).toBeUndefined()
  })

  it('is rejected if it is signed with another key or contains the profile of another user', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect((await answeredWith({}, privateKey)).query).toMatchObject({ error_code: 'bad_oauth_callback' })
    local.overrides.set('/me', json({ sub: 'eve', email: 'eve@example.com', email_verified: true }))
    const { query } = await answeredWith({ email: undefined })
    expect(query).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  it('is rejected if the email address and its verification status come from different sources', async () => {
    local.overrides.set('/me', json({ sub: 'ada', email: 'boss@example.com' }))
    const { query } = await answeredWith({ email: undefined, email_verified: true })
    expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' })
  })
})

describe('a failed provider sign-in', () => {
  const away = { error: 'temporarily_unavailable', error_code: 'unexpected_failure' }

  it.each([
    ['an error', json({}, 500)],
    ['a cut connection', (request: IncomingMessage) => request.socket.destroy()],
  ])('returns the browser to the starting page with an error code after %s', async (_, override) => {
    const { by, callback } = await at.departed('ada')
    local.overrides.set('/token', override)
    const { query, answer } = await finish(by, callback)
    expect(answer.statusCode).toBe(302)
    expect(query).toMatchObject(away)
  })

  it('redirects the browser with an error code and stores no sign-in flow if the provider is unreachable', async () => {
    const unreachable = await providersForTest()
    await unreachable.local.close()
    const start = unreachable.browser()
    const { headers } = await start.visit('/authorize?provider=work&redirect_to=https://site.example/desk')
    const { pathname, searchParams } = new URL(String(headers.location))
    expect([pathname, Object.fromEntries(searchParams)]).toMatchObject(['/desk', away])
    expect(await unreachable.test.asOwner('select * from auth.flow_state')).toEqual([])
    await unreachable.test.close()
  })

  it('writes no personal data to the log', async () => {
    local.accounts.set('ada', { email: 'Ada@example.com', email_verified: true, name: 'Ada' })
    await journey('ada')
    const { by, callback } = await at.departed('ada')
    local.overrides.set('/token', json({ error: 'invalid_grant', error_description: 'ada@example.com' }, 400))
    await finish(by, callback)
    const log = at.log()
    expect(log).toContain('provider request failed')
    const secrets = new URL(callback, 'http://x').searchParams.values()
    for (const secret of ['ada', 'Ada', ...secrets]) expect(log).not.toContain(secret)
  })
})
