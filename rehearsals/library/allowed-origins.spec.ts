import type { Page } from '@playwright/test'
import { colleague } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { codeOf } from '#e2e/desk-way-in.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { open, otherPort, otherSite } from './other-origin.ts'

test.use({ settings: open })

/** A page of another site, with a client that knows only our address and key. */
async function visit(page: Page, origin: string, server: string): Promise<void> {
  await page.goto(origin)
  await page.evaluate((url) => {
    window.client = window.supabase.createClient(url, 'sb_publishable_backline', {
      // As mobile applications identify themselves.
      global: { headers: { 'x-my-app': 'calls' } },
    })
  }, server)
}

test('a page on an allowed origin speaks to data, auth and realtime by the client, and on any other gets nowhere', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(/Failed to load resource: the server responded with a status of/)
  faults.expect(/blocked by CORS policy|net::ERR_FAILED|WebSocket connection to/)
  const site = await otherSite(otherPort)
  const karl = await colleague(at, 'agent', 'Karl')
  await visit(page, `http://localhost:${otherPort}`, at.url)

  const row = { ...booking(), id: crypto.randomUUID() }
  const asStranger = await page.evaluate(async (row) => {
    const { client } = window
    const stored = await client.from('strategy_call_bookings').insert(row)
    const denied = await client.from('strategy_call_bookings').select('id')
    const missing = await client.rpc('no_such_function')
    return [stored.status, denied.error?.code, missing.status, missing.error?.code]
  }, row)
  expect(asStranger).toEqual([201, '42501', 404, 'PGRST202'])

  const { email, password } = karl
  const asAgent = await page.evaluate(
    async ({ email, password, code, id }) => {
      const { auth } = window.client
      const { error } = await auth.signInWithPassword({ email, password })
      if (error) throw error
      const { data: factors } = await auth.mfa.listFactors()
      const proven = await auth.mfa.challengeAndVerify({ factorId: factors?.totp[0]?.id ?? '', code })
      if (proven.error) throw proven.error
      const bookings = window.client.from('strategy_call_bookings')
      const listed = await bookings.select('id', { count: 'exact' }).eq('id', id).range(0, 0)
      return {
        user: (await auth.getUser()).data.user?.email,
        level: (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel,
        refreshed: (await auth.refreshSession()).error,
        listed: [listed.data?.length, listed.count],
        changed: (await auth.updateUser({ data: { seen: true } })).error,
      }
    },
    { email, password, code: codeOf(karl.secret, 1), id: row.id },
  )
  expect(asAgent).toMatchObject({
    user: email,
    level: 'aal2',
    refreshed: null,
    listed: [1, 1],
    changed: null,
  })

  const news = await page.evaluate(
    ({ url, row }) =>
      new Promise<string>((resolve, reject) => {
        const wish = { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' } as const
        window.client
          .channel('other')
          .on('postgres_changes', wish, ({ new: { id } }) => resolve(String(id)))
          .subscribe((state, error) => {
            if (state === 'CHANNEL_ERROR') reject(error ?? new Error(state))
            if (state !== 'SUBSCRIBED') return
            const headers = { apikey: 'sb_publishable_backline', 'content-type': 'application/json' }
            void fetch(`${url}/rest/v1/strategy_call_bookings`, {
              method: 'POST',
              headers,
              body: JSON.stringify(row),
            })
          })
      }),
    { url: at.url, row: { ...booking(), id: crypto.randomUUID() } },
  )
  expect(news).toMatch(/^[0-9a-f-]{36}$/)

  const out = await page.evaluate(async () => {
    const { client } = window
    await client.removeAllChannels()
    return (await client.auth.signOut()).error
  })
  expect(out).toBeNull()

  await visit(page, `http://127.0.0.1:${otherPort}`, at.url)
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
  await site.close()
})
