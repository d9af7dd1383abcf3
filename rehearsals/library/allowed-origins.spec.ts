import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { createClient, SupabaseClient } from '@supabase/supabase-js'
import { createMember } from '#e2e/desk.ts'
import { codeOf } from '#e2e/desk-sign-in.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { usual } from '#e2e/servers.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { freePort } from '#tools/testing/free-port.ts'

declare global {
  interface Window {
    /** The global variable of the library's bundle. */
    supabase: { createClient: typeof createClient }
    client: SupabaseClient
  }
}

const port = await freePort()
test.use({ settings: { ...usual, ALLOWED_ORIGINS: `https://app.example.com,http://localhost:${port}` } })

/** Serves another site, which contains the library's browser bundle, at both of this machine's host names. */
async function openOtherSite(): Promise<() => void> {
  const entry = createRequire(import.meta.url).resolve('@supabase/supabase-js')
  const library = await readFile(join(dirname(entry), 'umd', 'supabase.js'), 'utf8')
  const html = '<!doctype html><title>Another site</title><script src="/library.js"></script>'
  const server = createServer(({ url }, response) => {
    const isLibrary = url === '/library.js'
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isLibrary ? library : html)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

/** Opens a page of the other site, with a client that has only our URL and publishable key. */
async function visit(page: Page, origin: string, server: string): Promise<void> {
  await page.goto(origin)
  await page.evaluate((url) => {
    window.client = window.supabase.createClient(url, 'sb_publishable_visitors', {
      // Sends the headers of a mobile application.
      global: { headers: { 'x-my-app': 'calls' } },
    })
  }, server)
}

test('[H3] allows data, auth and realtime requests only from pages of an allowed origin', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(/Failed to load resource: the server responded with a status of/)
  faults.expect(/blocked by CORS policy|net::ERR_FAILED|WebSocket connection to/)
  const close = await openOtherSite()
  const { email, password, secret } = await createMember(at, 'agent', 'Karl')
  await visit(page, `http://localhost:${port}`, at.url)
  const answers = await page.evaluate(
    async ({ email, password, code, row }) => {
      const { client } = window
      const bookings = () => client.from('strategy_call_bookings')
      const denied = await bookings().select('id')
      const signedIn = await client.auth.signInWithPassword({ email, password })
      if (signedIn.error) throw signedIn.error
      const { data: factors } = await client.auth.mfa.listFactors()
      const factorId = factors?.totp[0]?.id ?? ''
      const verified = await client.auth.mfa.challengeAndVerify({ factorId, code })
      if (verified.error) throw verified.error
      // The library passes the new token to its socket only when it refreshes a session.
      await client.realtime.setAuth()
      const notified = await new Promise((resolve, reject) => {
        const changes = { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' } as const
        client
          .channel('other')
          .on('postgres_changes', changes, (change) => resolve(change.new.id))
          .subscribe((state, error) => {
            if (error) reject(error)
            if (state === 'SUBSCRIBED') bookings().insert(row).throwOnError().then(undefined, reject)
          })
      })
      const listed = await bookings().select('id', { count: 'exact' }).eq('id', row.id).range(0, 0)
      await client.removeAllChannels()
      return [denied.error?.code, notified, listed.count, (await client.auth.signOut()).error]
    },
    { email, password, code: codeOf(secret, 1), row: { ...booking(), id: crypto.randomUUID() } },
  )
  expect(answers).toEqual(['42501', expect.stringMatching(/^[0-9a-f-]{36}$/), 1, null])

  await visit(page, `http://127.0.0.1:${port}`, at.url)
  const refused = await page.evaluate(async () => {
    const { client } = window
    const read = await client.rpc('remaining_calls_this_week')
    const auth = await client.auth.signInWithPassword({ email: 'nobody@example.com', password: 'x' })
    const socket = await new Promise((resolve) => client.channel('any').subscribe((state) => resolve(state)))
    await client.removeAllChannels()
    return [read.error?.message, auth.error?.name, socket]
  })
  expect(refused).toEqual([
    expect.stringContaining('Failed to fetch'),
    'AuthRetryableFetchError',
    expect.stringMatching(/CHANNEL_ERROR|TIMED_OUT/),
  ])
  close()
})
