import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { arrivalOf, providersForTest } from './testing.ts'

const auth = await providersForTest()
const { local, browser, journey, finish, people } = auth
afterAll(() => auth.close())
let id: string
beforeEach(async () => {
  await auth.forgetAll()
  local.accounts.set('ada', { email: 'Ada@example.com', email_verified: true, name: 'Ada' })
  id = (await auth.person('ada@example.com', { confirmed: true })).id
})

const departure = (query: Record<string, string> = {}, by = browser()) =>
  by.visit(`/authorize?${new URLSearchParams({ provider: 'work', login_hint: 'ada', ...query })}`)

/** Two flows of one browser, each one step before its return. */
const twoWays = async () => {
  const by = browser()
  const [one, other] = [await departure({}, by), await departure({}, by)]
  const first = await by.signIn(String(one.headers.location))
  return { by, first, second: await by.signIn(String(other.headers.location)) }
}

describe('a sign-in with tokens', () => {
  it('hands over what the fragment needs', async () => {
    const { url, query, fragment } = await journey('ada')
    expect(url.origin + url.pathname).toBe('https://site.example/desk/')
    expect(query).toEqual({})
    expect(Object.keys(fragment)).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_refresh_token',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ])
    const claims = await auth.context.keys.verify(fragment.access_token ?? '')
    expect(claims).toMatchObject({
      sub: id,
      aal: 'aal1',
      email: 'ada@example.com',
      amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
      app_metadata: { provider: 'email', providers: ['email', 'work'] },
      user_metadata: { name: 'Ada', sub: 'ada', email_verified: true },
    })
  })

  it('finds them again by the identity, whatever their address is by now', async () => {
    await journey('ada')
    local.accounts.set('ada', { email: 'other@example.com', email_verified: false })
    const { fragment } = await journey('ada')
    expect(await auth.context.keys.verify(fragment.access_token ?? '')).toMatchObject({ sub: id })
    expect(await people()).toEqual([{ id, email: 'ada@example.com', providers: ['email', 'work'] }])
  })

  it('leads to another browser nowhere, and uses nothing up there', async () => {
    const by = browser()
    const away = await by.visit('/authorize?provider=work&login_hint=ada')
    const callback = await by.signIn(String(away.headers.location))
    const elsewhere = await finish(browser(), callback)
    expect(elsewhere.query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
    expect(elsewhere.fragment.access_token).toBeUndefined()
    expect((await finish(by, callback)).fragment.access_token).toBeDefined()
  })

  it('sets a cookie for ten minutes and for the way back alone, and takes it away', async () => {
    const away = await departure()
    expect(away.headers['set-cookie']).toMatch(
      /^provider-flow-[0-9a-f-]{36}=[\w-]{43}; Path=\/auth\/v1\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const { by, answer } = await journey('ada')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(by.ours.size).toBe(0)
  })

  it('is over after one return', async () => {
    const { callback, by } = await journey('ada')
    const again = await finish(by, callback)
    expect(again.answer.statusCode).toBe(400)
    expect(again.answer.json()).toMatchObject({ code: 'bad_oauth_state' })
  })
})

describe('a way back', () => {
  const refused = async (path: string) => (await browser().visit(path)).json()

  it('needs a state that we gave', async () => {
    expect(await refused('/callback?code=x')).toMatchObject({ code: 'bad_oauth_callback' })
    expect(await refused('/callback?code=x&state=x')).toMatchObject({ code: 'bad_oauth_state' })
    const unknown = '/callback?code=x&state=00000000-0000-4000-8000-000000000000'
    expect(await refused(unknown)).toMatchObject({ code: 'bad_oauth_state' })
    const { callback } = await journey('ada')
    const state = new URL(callback, 'http://x').searchParams.get('state') ?? ''
    const other = callback.replace(
      state,
      state.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    )
    expect(await refused(other)).toMatchObject({ code: 'bad_oauth_state' })
  })

  it('is open for five minutes', async () => {
    const { by, first, second } = await twoWays()
    auth.time.now += 300_000
    expect((await finish(by, first)).fragment.access_token).toBeDefined()
    auth.time.now += 1000
    expect((await finish(by, second)).query).toMatchObject({ error_code: 'bad_oauth_state' })
  })

  it('takes no code of another flow', async () => {
    const { by, first, second } = await twoWays()
    const codeOf = (path: string) => new URL(path, 'http://x').searchParams.get('code') ?? ''
    const crossed = await finish(by, first.replace(codeOf(first), codeOf(second)))
    expect(crossed.query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
  })

  it('carries what the provider refuses to the page, in our words', async () => {
    const denied = await journey('deny', { redirect_to: 'https://site.example/desk?x=1' })
    expect(denied.url.pathname).toBe('/desk')
    expect(denied.query).toEqual({
      x: '1',
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The sign-in was cancelled at the provider',
    })
    const by = browser()
    const away = await departure({}, by)
    const state = new URL(String(away.headers.location)).searchParams.get('state')
    const odd = await by.visit(`/callback?state=${state}&error=x&error_description=Call+this+number`)
    expect(arrivalOf(odd.headers.location).url.href).not.toContain('number')
  })

  it('may be a form, which the browser then brings as its own', async () => {
    const by = browser()
    const away = await by.visit('/authorize?provider=work&login_hint=ada&response_mode=form_post')
    expect(new URL(String(away.headers.location)).searchParams.get('response_mode')).toBe('form_post')
    const plain = String(away.headers.location).replace('form_post', 'query')
    const sent = new URL(await by.signIn(plain), 'http://x').searchParams
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await auth.call('POST', '/callback', `${sent}&user=%7B%22name%22%7D`, form)
    expect(posted.statusCode).toBe(303)
    const next = String(posted.headers.location)
    expect(next).toMatch(/^\/auth\/v1\/callback\?/)
    expect(next).not.toContain('user=')
    expect((await finish(by, next.slice('/auth/v1'.length))).fragment.access_token).toBeDefined()
    expect((await auth.call('POST', '/callback', { state: 'x' })).statusCode).toBe(415)
    expect((await auth.call('DELETE', '/user/identities/x', 'a=b', form)).statusCode).toBe(415)
  })

  it('is not walked by asking for its headers', async () => {
    const by = browser()
    const callback = await by.signIn(String((await departure({}, by)).headers.location))
    expect((await auth.call('HEAD', callback)).statusCode).toBe(404)
    expect((await finish(by, callback)).fragment.access_token).toBeDefined()
  })
})

describe('/authorize', () => {
  it.each([{}, { provider: 'nobody' }, { provider: 'email' }])('answers %j with JSON', async (query) => {
    const answer = await browser().visit(`/authorize?${new URLSearchParams(query as Record<string, string>)}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'validation_failed' })
  })

  it('refuses a client that asks for a code', async () => {
    const pair = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    expect((await departure(pair)).json()).toMatchObject({ code: 'validation_failed' })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https://site@evil.example',
    'https://site.example@evil.example',
    'javascript:alert(1)',
  ])('sends nobody to %s', async (target) => {
    const { url } = await journey('ada', { redirect_to: target })
    expect(url.origin + url.pathname).toBe('https://site.example/desk/')
  })

  it('passes on what the provider may know, and nothing that would change the answer', async () => {
    const wrong = 'https://evil.example'
    const query = new URLSearchParams({
      provider: 'work',
      scopes: 'calendar, offline_access',
      prompt: 'consent',
      invite_token: 'secret',
      apikey: 'k',
      redirect_to: 'https://site.example/x',
    })
    const overrides = [
      'client_id',
      'client_secret',
      'redirect_uri',
      'response_type',
      'state',
      'nonce',
      'scope',
      'code_verifier',
      'request',
      'request_uri',
      'response_mode',
      'Client_ID',
    ]
    for (const name of overrides) query.set(name, wrong)
    const answer = await browser().visit(`/authorize?${query}`)
    const sent = new URL(String(answer.headers.location))
    expect(sent.href).not.toContain('evil')
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      client_id: 'backline',
      redirect_uri: 'https://site.example/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile calendar offline_access',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'consent',
    })
    expect((await departure({ scopes: 'a"b' })).json()).toMatchObject({ code: 'validation_failed' })
  })
})

it('leaves nothing personal in the log', async () => {
  const { by, first, second } = await twoWays()
  await finish(by, first)
  local.overrides.set('/token', (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_grant', error_description: 'ada@example.com' }))
  })
  await finish(by, second)
  const log = auth.log()
  expect(log).toContain('a provider could not be used')
  const secrets = new URL(second, 'http://x').searchParams.values()
  for (const secret of ['ada', 'Ada', ...secrets]) expect(log).not.toContain(secret)
})
