import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseLanding, providersForTest } from './testing.ts'

const at = await providersForTest()
const { local, browser, departed, finish, journey } = at
afterAll(() => at.close())
let id: string
beforeEach(async () => {
  await at.forgetAll()
  local.accounts.set('ada', { email: 'Ada@example.com', email_verified: true, name: 'Ada' })
  id = (await at.person({ email: 'ada@example.com' })).id
  // Gives the new identity a later creation time than the existing one.
  at.time.now += 1000
})

const authorize = (query: Record<string, string> = {}, by = browser()) =>
  by.visit(`/authorize?${new URLSearchParams({ provider: 'work', login_hint: 'ada', ...query })}`)

/** Two flows in the same browser, each about to return to our callback. */
async function twoFlows() {
  const { by, callback: first } = await departed('ada')
  return { by, first, second: (await departed('ada', {}, by)).callback }
}

describe('provider sign-in', () => {
  it("returns our tokens and the provider's tokens in the URL fragment", async () => {
    const arrival = await journey('ada')
    expect(arrival.url.origin + arrival.url.pathname).toBe('https://site.example/desk/')
    expect(arrival.query).toEqual({})
    expect(arrival.answer.headers['cache-control']).toBe('no-store')
    expect(Object.keys(arrival.fragment)).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_refresh_token',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ])
    expect(await at.arrived(arrival)).toMatchObject({
      sub: id,
      aal: 'aal1',
      email: 'ada@example.com',
      amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
      app_metadata: { provider: 'email', providers: ['email', 'work'] },
      user_metadata: { name: 'Ada', sub: 'ada', email_verified: true },
    })
  })

  it('signs in only the browser that started the flow, and keeps the flow open if it refuses another browser', async () => {
    const { by, callback } = await departed('ada')
    const elsewhere = await finish(browser(), callback)
    expect(elsewhere.query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
    expect(elsewhere.fragment.access_token).toBeUndefined()
    expect((await finish(by, callback)).fragment.access_token).toBeDefined()
  })

  it('sets a ten-minute cookie for the callback path, and deletes that cookie after the sign-in', async () => {
    expect((await authorize()).headers['set-cookie']).toMatch(
      /^provider-flow-[0-9a-f-]{36}=[\w-]{43}; Path=\/auth\/v1\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const { by, callback } = await journey('ada')
    expect(by.ours.size).toBe(0)
    // The first return ends the flow.
    const again = await by.visit(callback)
    expect([again.statusCode, again.json().code]).toEqual([400, 'bad_oauth_state'])
  })
})

describe('sign-in callback', () => {
  it('requires a state issued by this server', async () => {
    const code = async (path: string) => (await browser().visit(path)).json().code
    expect(await code('/callback?code=x')).toBe('bad_oauth_callback')
    for (const state of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect(await code(`/callback?code=x&state=${state}`)).toBe('bad_oauth_state')
    }
  })

  it('completes a sign-in only within five minutes of its start', async () => {
    const { by, first, second } = await twoFlows()
    at.time.now += 300_000
    expect((await finish(by, first)).fragment.access_token).toBeDefined()
    at.time.now += 1000
    expect((await finish(by, second)).query).toMatchObject({ error_code: 'bad_oauth_state' })
  })

  it('rejects a code that belongs to another sign-in', async () => {
    const { by, first, second } = await twoFlows()
    const codeOf = (path: string) => new URL(path, 'http://x').searchParams.get('code') ?? ''
    const { query } = await finish(by, first.replace(codeOf(first), codeOf(second)))
    expect(query).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
  })

  it('redirects to the page with our own error message if the provider refuses the sign-in', async () => {
    const denied = await journey('deny', { redirect_to: 'https://site.example/desk?x=1' })
    expect(denied.url.pathname).toBe('/desk')
    expect(denied.query).toEqual({
      x: '1',
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The sign-in was cancelled at the provider',
    })
    const by = browser()
    const state = new URL(String((await authorize({}, by)).headers.location)).searchParams.get('state')
    const odd = await by.visit(`/callback?state=${state}&error=x&error_description=Call+this+number`)
    expect(parseLanding(odd.headers.location).url.href).not.toContain('number')
  })

  it('responds to a posted form with a redirect, so that the browser sends its cookie with the next request', async () => {
    const by = browser()
    const away = String((await authorize({ response_mode: 'form_post' }, by)).headers.location)
    expect(new URL(away).searchParams.get('response_mode')).toBe('form_post')
    const sent = new URL(await by.signIn(away.replace('form_post', 'query')), 'http://x').searchParams
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `${sent}&user=%7B%22name%22%7D`
    const posted = await at.ask('POST', '/callback', { body, headers })
    expect(posted.status).toBe(303)
    const next = String(posted.headers.location)
    expect(next).toMatch(/^\/auth\/v1\/callback\?/)
    expect(next).not.toContain('user=')
    expect((await finish(by, next.slice('/auth/v1'.length))).fragment.access_token).toBeDefined()
    expect((await at.ask('POST', '/callback', { body: { state: 'x' } })).status).toBe(415)
    expect((await at.ask('DELETE', '/user/identities/x', { body: 'a=b', headers })).status).toBe(415)
  })

  it('ignores HEAD requests', async () => {
    const { by, callback } = await departed('ada')
    expect((await at.ask('HEAD', callback)).status).toBe(404)
    expect((await finish(by, callback)).fragment.access_token).toBeDefined()
  })
})

describe('GET /authorize', () => {
  it.each([
    { provider: '' },
    { provider: 'nobody' },
    { provider: 'email' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
    { scopes: 'a"b' },
  ])('rejects the query %j with a JSON error', async (query) => {
    const answer = await authorize(query as Record<string, string>)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed'])
  })

  it('[V7] ignores a redirect_to URL on another site', async () => {
    const { url } = await journey('ada', { redirect_to: 'https://evil.example' })
    expect(url.origin + url.pathname).toBe('https://site.example/desk/')
  })

  it('forwards parameters such as prompt to the provider, but none that could change the sign-in flow', async () => {
    const query = new URLSearchParams({
      provider: 'work',
      scopes: 'calendar, offline_access',
      prompt: 'consent',
      invite_token: 'secret',
      apikey: 'k',
      redirect_to: 'https://site.example/x',
    })
    for (const name of [
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
    ]) {
      query.set(name, 'https://evil.example')
    }
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
  })
})
