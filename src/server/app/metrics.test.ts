import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { WebSocket } from 'ws'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { quickest, took } from '#server/lib/quickest.ts'
import { launchServer, ready } from './launching.ts'
import { openWire, type Scraped, scrapeAddress, scrapeAt, untilFresh } from './metrics-testing.ts'

const key = 'sb_publishable_backline'
const test = await testDatabase()
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const hostile = await openSink({
  answer: () => Object.assign(new Error('no such mailbox'), { responseCode: 550 }),
})
const wire = await openWire(test.url)

/** As an operator starts it, with a signal on which its event loop stands still for a while. */
const launched = launchServer(
  {
    DATABASE_URL: wire.url,
    DATA_DIR: join(site.folder, '../data'),
    METRICS_PORT: '0',
    RATE_LIMIT: 'on',
    SMTP_URL: `smtp://127.0.0.1:${hostile.port}`,
  },
  site.folder,
  {
    afterwards: `process.on('SIGUSR2', () => {
      const end = Date.now() + 600
      while (Date.now() < end);
    })`,
  },
)
let server: Awaited<ReturnType<typeof ready>>
let before: Scraped
let after: Scraped
const scrape = () => scrapeAt(scrapeAddress(server))

afterAll(async () => {
  await launched.end()
  wire.close()
  await hostile.close()
  await test.close()
  site.remove()
})

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const webhook = (change: string) =>
  test.asOwner(
    `insert into webhooks (url, events, sealed_secret, ${change.split('=')[0]}) values ('https://example.com/', '{message.created}', 's', ${change.split('=')[1]})`,
  )

/** All causes once, since a reading of the database is good for five seconds. */
beforeAll(async () => {
  server = await ready(launched)
  before = await scrape()
  await fetch(`${server.url}/?view=services`)
  await fetch(`${server.url}/no-such-page`)
  const late = randomUUID()
  await send('/rest/v1/strategy_call_bookings', booking({ id: late, email: 'personal.canary@example.com' }))
  await send('/rest/v1/contact_messages', [message(), message()])
  const interaction = (event_type: string, event_data: object) => ({
    id: randomUUID(),
    session_id: randomUUID(),
    event_type,
    event_data,
  })
  await send('/rest/v1/user_interactions', [
    interaction('error', { code: 'uncaught', place: 'home' }),
    interaction('error', { code: 'http_502' }),
    interaction('error', { code: 'made_up_by_somebody' }),
  ])
  await send('/auth/v1/token?grant_type=password', {
    email: 'nobody@example.com',
    password: 'wrong words here',
  })
  for (let tries = 31; tries > 0; tries--)
    await send('/auth/v1/verify', { type: 'recovery', token: '0', email: 'a@b.co' })
  await test.asOwner(
    "update strategy_call_bookings set created_at = now() - interval '30 hours' where id = $1",
    [late],
  )
  await test.asOwner("update contact_messages set created_at = now() - interval '26 hours'")
  await webhook('is_active=true')
  await webhook('failing_since=now()')
  await test.asOwner(
    "insert into webhooks (url, events, sealed_secret, is_active, stopped_because) values ('https://example.com/', '{message.created}', 's', false, 'gone')",
  )
  await webhook('is_active=false')
  const [who] = await test.asOwner<{ id: string }>(
    "insert into auth.users (email) values ('host@example.com') returning id",
  )
  await test.asOwner("insert into staff_members (id, role) values ($1, 'agent')", [who?.id])
  await test.asOwner("insert into private.hosts (id, time_zone) values ($1, 'UTC')", [who?.id])
  await test.asOwner(
    `insert into private.host_calendars (host, name, read_at, fault, failing_since) values
       ($1, 'one', now(), null, null), ($1, 'two', now() - interval '5 hours', 'unwell', now())`,
    [who?.id],
  )
  // A letter that is not due yet.
  await test.asOwner(
    `insert into outbox (channel, kind, message_id, due_at, give_up_at)
     select 'letter', 'message-received', id, now() + interval '1 hour', now() + interval '2 hours' from contact_messages limit 1`,
  )
  await test.asOwner(
    "select private.note_backup(gen_random_uuid(), 'here', now() - interval '3 hours', 1, false, 1, null)",
  )
  server.child.kill('SIGUSR2')
  await sleep(700)
  await untilFresh()
  after = await scrape()
}, 60_000)

const rise = (name: string, labels?: Record<string, string>) =>
  (after.value(name, labels) ?? Number.NaN) - (before.value(name, labels) ?? 0)

describe('a metric moves when its cause happens', () => {
  it.each<[name: string, labels: Record<string, string>, by: number]>([
    ['http_request_duration_seconds_count', { method: 'GET', route: '/', status: '200' }, 1],
    ['http_request_duration_seconds_count', { method: 'GET', route: 'none', status: '404' }, 1],
    ['http_request_duration_seconds_bucket', { method: 'GET', route: '/', status: '200', le: '+Inf' }, 1],
    ['backline_bookings_total', {}, 1],
    ['backline_messages_total', {}, 2],
    ['backline_interactions_total', {}, 3],
    ['backline_browser_faults_total', { code: 'uncaught' }, 1],
    ['backline_browser_faults_total', { code: 'http_5xx' }, 1],
    ['backline_browser_faults_total', {}, 2],
    ['backline_auth_attempts_total', { way: 'password', outcome: 'refused' }, 1],
    // Ten tries are the account's, thirty the address'.
    ['backline_auth_attempts_total', { way: 'mailed_code', outcome: 'refused' }, 10],
    ['backline_auth_attempts_total', { way: 'mailed_code', outcome: 'limited' }, 21],
    ['backline_rate_limited_total', { group: 'auth_verify' }, 21],
    ['backline_overdue_answers', { table: 'booking' }, 1],
    ['backline_overdue_answers', { table: 'message' }, 2],
    ['backline_webhooks', { state: 'active' }, 1],
    ['backline_webhooks', { state: 'failing' }, 1],
    ['backline_webhooks', { state: 'switched_off' }, 1],
    ['backline_webhooks', { state: 'paused' }, 1],
    ['backline_calendars', { state: 'read' }, 1],
    ['backline_calendars', { state: 'failing' }, 1],
  ])('%s %j', (name, labels, by) => {
    expect(rise(name, labels)).toBe(by)
  })

  it('letters: that wait, and that no mailbox takes', () => {
    expect(rise('backline_outbox_messages', { channel: 'letter', state: 'waiting' })).toBeGreaterThanOrEqual(
      1,
    )
    const failed = rise('backline_outbox_messages', { channel: 'letter', state: 'failed' })
    expect(failed).toBeGreaterThanOrEqual(1)
    expect(rise('backline_deliveries_total', { channel: 'letter', outcome: 'failed' })).toBe(failed)
  })

  it('ages: of what is owed', () => {
    expect(rise('backline_oldest_unanswered_booking_age_seconds')).toBeCloseTo(30 * 3600, -2)
    expect(rise('backline_oldest_unanswered_message_age_seconds')).toBeCloseTo(26 * 3600, -2)
    expect(rise('backline_calendar_oldest_age_seconds')).toBeCloseTo(5 * 3600, -2)
  })

  it('the event loop: it stood still for six tenths of a second', () => {
    expect(after.value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.5)
    expect(after.value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  })

  it('the upkeep: each of its jobs has run since the start', () => {
    for (const job of ['interactions', 'people', 'salts', 'auth']) {
      const age =
        Date.now() / 1000 - (after.value('backline_job_last_success_timestamp_seconds', { job }) ?? 0)
      expect([job, age < 60]).toEqual([job, true])
    }
  })

  it('the backup: never before, and three hours ago now, which is late for one that is made each hour', () => {
    const made = (scraped: Scraped) =>
      scraped.value('backline_job_last_success_timestamp_seconds', { job: 'backup' }) ?? Number.NaN
    expect(made(before)).toBe(0)
    expect(Date.now() / 1000 - made(after)).toBeCloseTo(3 * 3600, -2)
    expect(after.value('backline_job_last_success_timestamp_seconds', { job: 'backup_proof' })).toBe(0)
    expect([before, after].map((scraped) => scraped.value('backline_backup_late'))).toEqual([undefined, 1])
  })

  it('the database: it is up, has a size, and no standby', () => {
    expect(after.value('backline_db_up')).toBe(1)
    expect(after.value('backline_db_size_bytes')).toBeGreaterThan(1e6)
    expect(after.value('backline_db_standbys')).toBe(0)
    expect(after.value('backline_db_replication_lag_seconds')).toBe(0)
    expect(after.value('backline_db_replication_asynchronous')).toBe(0)
    expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })

  it('sockets of the realtime service, opened and closed', async () => {
    const url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`
    const opened = new WebSocket(url)
    await once(opened, 'open')
    await expect.poll(async () => (await scrape()).value('backline_realtime_connections')).toBe(1)
    opened.close()
    await expect.poll(async () => (await scrape()).value('backline_realtime_connections')).toBe(0)
  })

  it('the pool: used, and waited for, while a table is locked', async () => {
    await test.asOwner('begin; lock table auth.users')
    const asked = Array.from({ length: 14 }, (_, n) =>
      send('/auth/v1/token?grant_type=password', { email: `${n}@example.com`, password: 'wrong words here' }),
    )
    const pool = async () => {
      const now = await scrape()
      const used = now.value('backline_db_pool_connections', { state: 'used' })
      return { used, waiting: now.value('backline_db_pool_waiting') ?? 0 }
    }
    await expect.poll(async () => (await pool()).used).toBe(10)
    // Four of them, and whatever the server itself asks meanwhile.
    await expect.poll(async () => (await pool()).waiting).toBeGreaterThanOrEqual(4)
    await test.asOwner('rollback')
    await Promise.all(asked)
    await expect.poll(pool).toEqual({ used: 0, waiting: 0 })
    expect((await scrape()).value('backline_db_pool_size')).toBe(10)
  })
})

describe('a scrape', () => {
  it.each(['prometheus/alerts.yml', 'grafana/backline.json'])('has whatever deploy/%s names', (file) => {
    const text = readFileSync(join('deploy', file), 'utf8')
    const named = new Set(text.match(/\b(backline|http|nodejs|process)_[a-z0-9_]+\b/g))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((name) => after.value(name) === undefined)).toEqual([])
  })

  it('has nothing of a person and no address', () => {
    expect(after.text).not.toMatch(/canary|@|127\.0\.0\.1|Lovelace|example/)
  })

  it('is at its own address alone, and there is nothing else', async () => {
    const own = new URL(scrapeAddress(server))
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    expect((await fetch(new URL('/', own))).status).toBe(404)
    expect((await fetch(own, { method: 'POST' })).status).toBe(405)
  })

  it('answers at once while the database is away, and says so; and again when it is back', async () => {
    // Each of them takes ten seconds of waiting, and the second is the harder.
    for (const how of ['refuses', 'is silent'] as const) {
      if (how === 'refuses' && !inject('whole')) continue
      const goesAway = async () => {
        await untilFresh()
        wire.fail(how)
        const first = await took(async () => {
          const scraped = await scrape()
          expect(scraped.value('backline_db_up'), how).toBe(0)
          expect(scraped.value('backline_bookings_total')).toBe(1)
          expect(scraped.value('backline_outbox_messages')).toBeUndefined()
        })
        const again = () => took(async () => expect((await scrape()).value('backline_db_up')).toBe(0))
        expect(await quickest(200, again), how).toBeLessThan(200)
        wire.mend()
        await expect
          .poll(async () => (await scrape()).value('backline_db_up'), { timeout: 30_000, interval: 500 })
          .toBe(1)
        return first
      }
      expect(await quickest(1500, goesAway), how).toBeLessThan(1500)
    }
  }, 90_000)
})
