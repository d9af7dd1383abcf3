import { expect } from '#e2e/test.ts'
import { type Desk, test } from './auth-library.ts'
import { open } from './other-origin.ts'

/** Sections 8 and 9 of the client's specification, in a browser and on the real server. */

test.use({ settings: open })

/** Chromium logs every unsuccessful response to the console. */
const refusal = /Failed to load resource: the server responded with a status of/

const bearer = 'token_type=bearer&expires_in=3600'

// Those that need no browser are in src/server/app/sign-in/auth-client-errors.test.ts.
test.describe('an error of the catalogue', () => {
  test("'Not a valid PKCE flow url'", async ({ desk }) => {
    const tokens = `#access_token=a&refresh_token=b&${bearer}`
    expect(await desk.open(tokens, { flowType: 'pkce' })).toBe('Not a valid PKCE flow url.')
    expect(await desk.stored()).toBeNull()
  })

  test("'No code detected'", async ({ desk }) => {
    await desk.open('', { flowType: 'pkce' })
    // The client ignores an address without a code, because it is no callback.
    expect(await callback(desk, {}, 'pkce')).toBe('No code detected.')
  })

  test("'No session defined in URL'", async ({ desk }) => {
    expect(await desk.open('#access_token=a')).toBe('No session defined in URL')
    expect(await desk.stored()).toBeNull()
  })

  test('from the server is heard where a link leads', async ({ desk, faults }) => {
    faults.expect(refusal)
    const link = '/auth/v1/verify?token=made-up&type=magiclink&redirect_to='
    const answer = await desk.page.request.get(`${link}${encodeURIComponent('/desk')}`, { maxRedirects: 0 })
    const { hash } = new URL(answer.headers().location ?? '')
    expect(await desk.open(hash)).toBe('Email link is invalid or has expired')
  })
})

/** The function in the client that parses an address; no public method reaches it with the test's arguments. */
const callback = (desk: Desk, params: object, type: string) =>
  desk.page.evaluate(
    async ([params, type]) => {
      const auth = window.client.auth as unknown as {
        _getSessionFromURL(params: object, type: string): Promise<{ error: Error | null }>
      }
      return (await auth._getSessionFromURL(params, type)).error?.message
    },
    [params, type] as const,
  )

test('the client refreshes by itself, keeps its session, and has the times of the specification', async ({
  desk,
}) => {
  await desk.open()
  const facts = await desk.page.evaluate(() => {
    const auth = window.client.auth as unknown as { autoRefreshToken: boolean; persistSession: boolean }
    const { heartbeatIntervalMs, timeout } = window.client.realtime
    return [auth.autoRefreshToken, auth.persistSession, heartbeatIntervalMs, timeout]
  })
  expect(facts).toEqual([true, true, 25_000, 10_000])
})

test('a refresh that the server cannot answer is tried again after 200 ms, doubled each time, within 30 s', async ({
  desk,
}) => {
  // With a fake clock, since a slow machine must not change the result.
  const noon = Date.UTC(2026, 0, 1, 12)
  await desk.page.clock.install({ time: noon })
  await desk.load()
  await desk.page.clock.pauseAt(noon + 3_600_000)
  await desk.page.evaluate(() => {
    const times: number[] = []
    const busy: typeof fetch = async () => {
      times.push(Date.now())
      // A real Response decodes its body asynchronously, outside the fake clock.
      return { ok: false, status: 503, headers: new Headers(), json: async () => ({}) } as Response
    }
    const auth = { autoRefreshToken: false, persistSession: false }
    const client = window.supabase.createClient(location.origin, 'any key', { auth, global: { fetch: busy } })
    const ended = client.auth
      .refreshSession({ refresh_token: 'a token' })
      .then(({ error }) => ({ times, name: error?.name, status: error?.status }))
    Object.assign(window, { ended })
  })
  await desk.page.clock.runFor(60_000)
  const { times, ...error } = await desk.page.evaluate(
    () => (window as unknown as { ended: Promise<{ times: number[]; name: string; status: number }> }).ended,
  )
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
  expect(error).toEqual({ name: 'AuthRetryableFetchError', status: 503 })
})

test.describe('a session in an address', () => {
  /** The client's warning, if there was one. */
  async function warningFor(desk: Desk, seconds: number): Promise<string | undefined> {
    await desk.open()
    await desk.signUp()
    const session = await desk.stored()
    if (!session) throw new Error('no session')
    await desk.page.evaluate(() => localStorage.clear())
    const warnings: string[] = []
    desk.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    const issued = Math.round(Date.now() / 1000) - seconds
    const { access_token, refresh_token } = session
    const fragment = new URLSearchParams({ access_token, refresh_token, expires_at: String(issued + 3600) })
    expect(await desk.open(`#${fragment}&${bearer}`)).toBeNull()
    // The session is accepted all the same, and its tokens are removed from the address.
    expect((await desk.stored())?.user.id).toBe(session.user.id)
    expect(new URL(desk.page.url()).hash).toBe('')
    return warnings.find((text) => text.includes('Session as retrieved from URL'))
  }

  test('that is 120 s old or older brings a warning', async ({ desk }) => {
    expect(await warningFor(desk, 120)).toContain('was issued over 120s ago, URL could be stale')
  })

  test('that is fresher brings none', async ({ desk }) => {
    expect(await warningFor(desk, 30)).toBeUndefined()
  })
})

test('claims are verified here, by a set of keys that is asked for once', async ({ desk }) => {
  const asked: string[] = []
  desk.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await desk.open()
  await desk.signUp()
  const claims = await desk.page.evaluate(async () => {
    await window.client.auth.getClaims()
    return (await window.client.auth.getClaims()).data?.claims
  })
  expect(claims).toMatchObject({ role: 'authenticated', aal: 'aal1', session_id: expect.any(String) })
  expect(asked.filter((path) => path.endsWith('/.well-known/jwks.json'))).toHaveLength(1)
  expect(asked).not.toContain('/auth/v1/user')
})

test.describe('sign-out', () => {
  const signOut = (desk: Desk) =>
    desk.page.evaluate(async () => (await window.client.auth.signOut()).error?.status ?? null)

  for (const status of [404, 401, 403]) {
    test(`ignores ${status} and forgets the session`, async ({ desk, faults }) => {
      faults.expect(refusal)
      await desk.open()
      await desk.signUp()
      await desk.page.route('**/auth/v1/logout*', (route) =>
        route.fulfill({ status, json: { code: 'x', message: 'x' } }),
      )
      expect(await signOut(desk)).toBeNull()
      expect(await desk.stored()).toBeNull()
      expect(await desk.page.evaluate(() => window.events.at(-1))).toBe('SIGNED_OUT')
    })
  }

  test('tells of anything else, and keeps the session', async ({ desk, faults }) => {
    faults.expect(refusal)
    await desk.open()
    await desk.signUp()
    await desk.page.route('**/auth/v1/logout*', (route) =>
      route.fulfill({ status: 429, json: { code: 'x', message: 'x' } }),
    )
    expect(await signOut(desk)).toBe(429)
    expect(await desk.stored()).not.toBeNull()
  })

  test('ends the session at the server', async ({ desk }) => {
    await desk.open()
    await desk.signUp()
    const { access_token } = (await desk.stored()) ?? {}
    expect(await signOut(desk)).toBeNull()
    const headers = { authorization: `Bearer ${access_token}`, 'x-supabase-api-version': '2024-01-01' }
    const answer = await desk.page.request.get('/auth/v1/user', { headers })
    expect([answer.status(), (await answer.json()).code]).toEqual([403, 'session_not_found'])
  })
})

test.describe('a session', () => {
  test('outlives the page', async ({ desk }) => {
    await desk.open()
    const { email } = await desk.signUp()
    await desk.reopen()
    const again = await desk.page.evaluate(async () => (await window.client.auth.getUser()).data.user?.email)
    expect(again).toBe(email)
    expect(await desk.page.evaluate(() => window.events)).toContain('INITIAL_SESSION')
  })

  test('is refreshed by itself when its end is near', async ({ desk }) => {
    await desk.page.clock.install()
    await desk.open()
    await desk.signUp()
    const before = await desk.stored()
    const refreshed = desk.page.waitForResponse((answer) => answer.url().includes('grant_type=refresh_token'))
    // 100 seconds before the token's hour is over: fewer than four refresh ticks of thirty seconds remain.
    await desk.page.clock.fastForward((3600 - 100) * 1000)
    expect((await refreshed).status()).toBe(200)
    await expect.poll(async () => (await desk.stored())?.refresh_token).not.toBe(before?.refresh_token)
    expect(await desk.page.evaluate(() => window.events)).toContain('TOKEN_REFRESHED')
    expect((await desk.stored())?.user.id).toBe(before?.user.id)
  })

  test('is refreshed when a page opens that finds it at its end', async ({ desk }) => {
    await desk.open()
    await desk.signUp()
    const before = await desk.stored()
    await desk.store({ expires_at: Math.round(Date.now() / 1000) + 60 })
    await desk.reopen()
    const after = await desk.stored()
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    expect(after?.expires_at).toBeGreaterThan(Date.now() / 1000 + 90)
  })

  test('whose refresh fails for good is removed', async ({ desk, faults }) => {
    faults.expect(refusal)
    await desk.open()
    await desk.signUp()
    const { access_token = '' } = (await desk.stored()) ?? {}
    await desk.store({ expires_at: Math.round(Date.now() / 1000) - 1 })
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    expect((await desk.page.request.post('/auth/v1/logout', { headers })).status()).toBe(204)
    await desk.reopen()
    expect(await desk.stored()).toBeNull()
    expect(await desk.page.evaluate(() => window.events)).toContain('SIGNED_OUT')
    const session = await desk.page.evaluate(async () => (await window.client.auth.getSession()).data.session)
    expect(session).toBeNull()
  })

  test('whose refresh fails for now is kept', async ({ desk, faults }) => {
    faults.expect(refusal)
    await desk.open()
    await desk.signUp()
    await desk.store({ expires_at: Math.round(Date.now() / 1000) - 1 })
    const busy = desk.page.waitForResponse((answer) => answer.url().includes('grant_type=refresh_token'))
    await desk.page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, json: {} }))
    await desk.load()
    const opening = desk.start()
    await busy
    const kept = (await desk.stored())?.refresh_token
    expect(kept).toEqual(expect.any(String))
    // The server is back, and one of the retries succeeds.
    await desk.page.unroute('**/auth/v1/token*')
    expect(await opening).toBeNull()
    expect((await desk.stored())?.refresh_token).not.toBe(kept)
  })
})

test('changes of the desk come in over the socket that the policy of the pages allows', async ({ desk }) => {
  // The page must come from the server itself: Chromium lets no other one open a socket to this machine.
  await desk.page.goto('/')
  await desk.page.addScriptTag({ url: '/library.js' })
  await desk.start()
  await desk.signUp()
  const state = await desk.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const wish = { event: '*', schema: 'public', table: 'strategy_call_bookings' } as const
        window.client
          .channel('desk')
          .on('postgres_changes', wish, () => {})
          .subscribe((state) => resolve(state))
      }),
  )
  expect(state).toBe('SUBSCRIBED')
})
