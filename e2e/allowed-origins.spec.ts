import type { Page } from '@playwright/test'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { freePort } from '#tools/free-port.ts'
import { colleague } from './desk.ts'
import { codeOf } from './desk-way-in.ts'
import { otherSite } from './other-origin.ts'
import { expect, test } from './test.ts'

const port = await freePort()
const allowed = `http://localhost:${port}`
const settings = {
  ALLOWED_ORIGINS: `https://app.example.com,${allowed}`,
  AUTH_SIGN_UP: 'on',
  AUTH_AUTOCONFIRM: 'on',
  RATE_LIMIT: 'on',
}
test.use({ settings })

/** Chromium logs every unsuccessful response to the console. */
const refusal = /Failed to load resource: the server responded with a status of/

let site: Awaited<ReturnType<typeof otherSite>>
test.beforeAll(async () => {
  site = await otherSite(port)
})
test.afterAll(() => site.close())

/** A page of another site, with a client that knows only our address and key. */
async function open(page: Page, origin: string, server: string): Promise<void> {
  await page.goto(origin)
  await page.evaluate((url) => {
    window.client = window.supabase.createClient(url, 'sb_publishable_backline', {
      // As mobile applications identify themselves.
      global: { headers: { 'x-my-app': 'calls' } },
    })
  }, server)
}

test('a page on an allowed origin speaks to data, auth and realtime by the client', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(refusal)
  const anna = await colleague({ folder, url: server.url, settings }, 'owner', 'Anna')
  await open(page, allowed, server.url)

  const row = { ...booking(), id: crypto.randomUUID() }
  const asStranger = await page.evaluate(async (row) => {
    const { client } = window
    const stored = await client.from('strategy_call_bookings').insert(row)
    const called = await client.rpc('free_calls_this_week')
    const got = await client.rpc('free_calls_this_week', {}, { get: true })
    const denied = await client.from('strategy_call_bookings').select('id')
    return { stored: stored.status, called: called.error, got: got.error, denied: denied.error?.code }
  }, row)
  expect(asStranger).toEqual({ stored: 201, called: null, got: null, denied: '42501' })

  const code = codeOf(anna.secret, 1)
  const asOwner = await page.evaluate(
    async ({ email, password, code, id }) => {
      const { client } = window
      const { error } = await client.auth.signInWithPassword({ email, password })
      if (error) throw error
      const { data: factors } = await client.auth.mfa.listFactors()
      const factorId = factors?.totp[0]?.id ?? ''
      const proven = await client.auth.mfa.challengeAndVerify({ factorId, code })
      if (proven.error) throw proven.error
      const refreshed = await client.auth.refreshSession()
      const listed = await client
        .from('strategy_call_bookings')
        .select('id', { count: 'exact' })
        .eq('id', id)
        .order('created_at')
        .range(0, 0)
      const head = await client.from('strategy_call_bookings').select('id', { count: 'exact', head: true })
      const days = client.from('days_off')
      const day = '2031-12-24'
      const once = await days
        .upsert([{ day, note: 'a' }], { onConflict: 'day', ignoreDuplicates: true })
        .select('day')
      const twice = await days
        .upsert([{ day, note: 'b' }], { onConflict: 'day', ignoreDuplicates: true })
        .select('day')
      const settled = await client
        .from('desk_settings')
        .update({ weekly_capacity: 5 })
        .gt('weekly_capacity', 0)
        .select('weekly_capacity')
      const gone = await days.delete().eq('day', day).select('day')
      const sheet = await client.from('days_off').select('day').csv()
      return {
        user: (await client.auth.getUser()).data.user?.email,
        level: (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel,
        claims: (await client.auth.getClaims()).error,
        refreshed: refreshed.error,
        listed: [listed.data?.length, listed.count],
        head: head.count,
        upserts: [once.data?.length, twice.data?.length],
        settled: settled.error?.code ?? settled.data?.length,
        gone: gone.data?.length,
        sheet: sheet.error,
        settings: (await client.auth.updateUser({ data: { seen: true } })).error,
      }
    },
    { email: anna.email, password: anna.password, code, id: row.id },
  )
  expect(asOwner).toMatchObject({
    user: anna.email,
    level: 'aal2',
    claims: null,
    refreshed: null,
    listed: [1, 1],
    head: 1,
    upserts: [1, 0],
    settled: 1,
    gone: 1,
    sheet: null,
    settings: null,
  })

  const news = await page.evaluate(
    (row) =>
      new Promise<string>((resolve, reject) => {
        const wish = { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' } as const
        window.client
          .channel('other')
          .on('postgres_changes', wish, ({ new: { id } }) => resolve(String(id)))
          .subscribe((state, error) => {
            if (state === 'CHANNEL_ERROR') reject(error ?? new Error(state))
            if (state !== 'SUBSCRIBED') return
            void fetch(row.url, { method: 'POST', headers: row.headers, body: JSON.stringify(row.body) })
          })
      }),
    {
      url: `${server.url}/rest/v1/strategy_call_bookings`,
      headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json' },
      body: { ...booking(), id: crypto.randomUUID() },
    },
  )
  expect(news).toMatch(/^[0-9a-f-]{36}$/)

  const out = await page.evaluate(async () => {
    const { client } = window
    await client.removeAllChannels()
    const left = (await client.auth.signOut()).error
    const who = { email: `${crypto.randomUUID()}@example.com`, password: 'nine ducks on a pond' }
    const joined = await client.auth.signUp(who)
    return { left, joined: joined.data.session?.user.email === who.email && joined.error === null }
  })
  expect(out).toEqual({ left: null, joined: true })
})

test('there a page reads what it is refused, and how long to wait', async ({
  page,
  server,
  stored,
  faults,
}) => {
  faults.expect(refusal)
  await open(page, allowed, server.url)
  const refused = await page.evaluate(async () => {
    const { client } = window
    const bookings = client.from('strategy_call_bookings')
    const codeOf = async (asked: PromiseLike<{ status: number; error: { code?: string } | null }>) => {
      const { status, error } = await asked
      return [status, error?.code]
    }
    const password = await client.auth.signInWithPassword({ email: 'nobody@example.com', password: 'x' })
    return {
      password: password.error?.code,
      missing: await codeOf(client.rpc('no_such_function')),
      bad: await codeOf(bookings.insert({})),
      large: await codeOf(bookings.insert({ message: 'x'.repeat(70_000) })),
      address: await codeOf(client.from('a/b/c').select()),
    }
  })
  expect(refused).toEqual({
    password: 'invalid_credentials',
    missing: [404, 'PGRST202'],
    bad: [400, '23502'],
    large: [413, 'HTTP413'],
    address: [404, expect.stringMatching(/^PGRST/)],
  })

  // `Retry-After` must be readable across origins too.
  const post = (url: string) =>
    page.evaluate(
      async ([url, body]) => {
        const answer = await fetch(`${url}/rest/v1/contact_messages`, {
          method: 'POST',
          headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json' },
          body,
        })
        const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
        return { status: answer.status, code, wait: answer.headers.get('retry-after') }
      },
      [url, JSON.stringify(message())] as const,
    )
  await stored.takesWrites(false)
  try {
    await expect.poll(() => post(server.url)).toMatchObject({ status: 503, wait: '2' })
  } finally {
    await stored.takesWrites(true)
  }
  // The rate limit is exceeded.
  await expect
    .poll(() => post(server.url), { intervals: [10], timeout: 20_000 })
    .toMatchObject({ status: 429, code: 'HTTP429', wait: expect.stringMatching(/^\d+$/) })
})

test('a page of any other origin gets nowhere', async ({ page, server, faults }) => {
  faults.expect(/blocked by CORS policy|net::ERR_FAILED|WebSocket connection to/)
  await open(page, `http://127.0.0.1:${port}`, server.url)
  const tried = await page.evaluate(async () => {
    const { client } = window
    const read = await client.rpc('free_calls_this_week')
    const auth = await client.auth.signInWithPassword({ email: 'nobody@example.com', password: 'x' })
    const socket = await new Promise((resolve) => client.channel('any').subscribe((state) => resolve(state)))
    await client.removeAllChannels()
    return { read: read.error?.message, auth: auth.error?.name, socket }
  })
  expect(tried).toEqual({
    read: expect.stringContaining('Failed to fetch'),
    auth: 'AuthRetryableFetchError',
    socket: expect.stringMatching(/CHANNEL_ERROR|TIMED_OUT/),
  })
})
