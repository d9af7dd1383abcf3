import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchServer, whenReady } from '#rehearsals/launching.ts'
import { postBooking, postRows, publishableKey } from '#rehearsals/visitors.ts'
import { openFaultyProxy, type ParsedMetrics, scrapeAt, untilFresh } from '#server/app/running/metrics-testing.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'

const token = 'a-token-of-the-operator'
const test = await testDatabase()
const site = siteWithPacksForTest()
const hostile = await openSink({
  answer: () => Object.assign(new Error('no such mailbox'), { responseCode: 550 }),
})
const wire = await openFaultyProxy(test.url)

const launched = launchServer(
  {
    DATABASE_URL: wire.url,
    DATA_DIR: join(site.folder, '../data'),
    METRICS_TOKEN: token,
    SMTP_URL: `smtp://127.0.0.1:${hostile.port}`,
  },
  site.folder,
  { fixed: {} },
)
let server: Awaited<ReturnType<typeof whenReady>>
let before: ParsedMetrics
let after: ParsedMetrics
const scrape = () => scrapeAt(`${server.url}/metrics`, token)

afterAll(async () => {
  await launched.end()
  wire.close()
  await hostile.close()
  await test.close()
  site.remove()
})

/** Prepares the data for all metrics before the tests, because the server caches database metrics for five seconds. */
beforeAll(async () => {
  server = await whenReady(launched)
  before = await scrape()
  await postBooking(server.url)
  await postRows(server.url, 'contact_messages', [message(), message()])
  // An email that is not due yet.
  await test.asOwner(
    `insert into outbox (channel, kind, message_id, due_at, abandon_at)
     select 'letter', 'message-received', id, now() + interval '1 hour', now() + interval '2 hours' from contact_messages limit 1`,
  )
  await untilFresh()
  after = await scrape()
})

const rise = (name: string, labels?: Record<string, string>) =>
  (after.value(name, labels) ?? Number.NaN) - (before.value(name, labels) ?? 0)

describe('the metrics endpoint', () => {
  it('counts waiting and refused emails', () => {
    expect(rise('backline_outbox_messages', { channel: 'letter', state: 'waiting' })).toBeGreaterThanOrEqual(1)
    const failed = rise('backline_outbox_messages', { channel: 'letter', state: 'failed' })
    expect(failed).toBeGreaterThanOrEqual(1)
    expect(rise('backline_deliveries_total', { channel: 'letter', outcome: 'failed' })).toBe(failed)
  })

  it('reports the last success of each cleanup job', () => {
    for (const job of ['interactions', 'people', 'salts', 'auth']) {
      const age = Date.now() / 1000 - (after.value('backline_job_last_success_timestamp_seconds', { job }) ?? 0)
      expect([job, age < 60]).toEqual([job, true])
    }
  })

  it('reports the pool’s used connections and waiting requests while a table is locked', async () => {
    await test.asOwner('begin; lock table auth.users')
    const asked = Array.from({ length: 14 }, (_, n) =>
      fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${n}@example.com`, password: 'wrong words here' }),
      }),
    )
    const pool = async () => {
      const now = await scrape()
      const used = now.value('backline_db_pool_connections', { state: 'used' })
      return { used, waiting: now.value('backline_db_pool_waiting') ?? 0 }
    }
    await expect.poll(async () => (await pool()).used).toBe(10)
    // Four of the requests are waiting; the server's own queries may be waiting, too.
    await expect.poll(async () => (await pool()).waiting).toBeGreaterThanOrEqual(4)
    await test.asOwner('rollback')
    await Promise.all(asked)
    await expect.poll(pool).toEqual({ used: 0, waiting: 0 })
    expect((await scrape()).value('backline_db_pool_size')).toBe(10)
  })
})

describe('the metrics endpoint with a failing database', () => {
  it.each(['refuses', 'is silent'] as const)(
    'reports at once that the database %s, and later that the database has recovered',
    async (how) => {
      await untilFresh()
      wire.fail(how)
      const since = performance.now()
      const scraped = await scrape()
      expect(performance.now() - since).toBeLessThan(1500)
      expect(scraped.value('backline_db_up')).toBe(0)
      expect(scraped.value('backline_bookings_total')).toBe(1)
      expect(scraped.value('backline_outbox_messages')).toBeUndefined()
      const later = performance.now()
      expect((await scrape()).value('backline_db_up')).toBe(0)
      expect(performance.now() - later).toBeLessThan(200)
      wire.mend()
      await expect.poll(async () => (await scrape()).value('backline_db_up'), { interval: 500 }).toBe(1)
    },
    90_000,
  )
})
