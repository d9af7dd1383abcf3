import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { appForTest, configForTest, publishableKey } from '#server/app/testing.ts'
import { openMetrics } from '#server/features/metrics/service.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { type ParsedMetrics, readScrape } from './metrics-testing.ts'

/** The metrics at /metrics, which are requested with a bearer token. */
const token = 'a-token-of-the-operator'
const metrics = openMetrics('1', { usage: () => site.test.database.usage() })
const config = { ...configForTest, rateLimit: true, metricsToken: token }
const site = await appForTest(undefined, { config, metrics, scrape: () => scrapeAll() })
const { app, test } = site
const scrapeAll = metrics.openScrape(test.database, site.auth.log)
afterAll(async () => {
  metrics.stop()
  await site.close()
})

const ask = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
const scrape = async () => readScrape((await ask(`Bearer ${token}`)).body)
const send = (url: string, body: object) =>
  app.inject({
    method: 'POST',
    url,
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

/**
 * Triggers every counted event before the single scrape, because values from the database are cached for five seconds.
 */
let after: ParsedMetrics
beforeAll(async () => {
  await app.inject('/?view=services')
  await app.inject('/no-such-page')
  const late = randomUUID()
  await send('/rest/v1/strategy_call_bookings', booking({ id: late, email: 'personal.canary@example.com' }))
  await send('/rest/v1/contact_messages', [message(), message()])
  const fault = (code: string) => ({
    id: randomUUID(),
    session_id: randomUUID(),
    event_type: 'error',
    event_data: { code, place: 'home' },
  })
  await send('/rest/v1/user_interactions', ['uncaught', 'http_502', 'made_up_by_somebody'].map(fault))
  const password = 'wrong words here'
  await send('/auth/v1/token?grant_type=password', { email: 'nobody@example.com', password })
  for (let tries = 31; tries > 0; tries--)
    await send('/auth/v1/verify', { type: 'recovery', token: '0', email: 'a@b.co' })
  await test.asOwner("update strategy_call_bookings set unanswered_since = now() - interval '30 hours' where id = $1", [
    late,
  ])
  await test.asOwner("update contact_messages set unanswered_since = now() - interval '26 hours'")
  await test.asOwner(
    `insert into webhooks (url, events, sealed_secret, is_active, failing_since, stopped_because) values
       ('https://a.example/', '{message.created}', 's', true, null, null),
       ('https://b.example/', '{message.created}', 's', true, now(), null),
       ('https://c.example/', '{message.created}', 's', false, null, 'gone'),
       ('https://d.example/', '{message.created}', 's', false, null, null)`,
  )
  await test.asOwner(
    `with host as (insert into auth.users (email) values ('host@example.com') returning id),
       member as (insert into staff_members (id, role) select id, 'agent' from host)
     insert into private.hosts (id, time_zone) select id, 'UTC' from host`,
  )
  await test.asOwner(
    `insert into private.host_calendars (host, name, read_at, fault, failing_since)
     select id, name, now() - since, fault, case when fault is not null then now() end from private.hosts,
       (values ('one', interval '0', null), ('two', interval '5 hours', 'unwell')) c (name, since, fault)`,
  )
  await test.asOwner(
    "select private.record_backup(gen_random_uuid(), 'here', now() - interval '3 hours', 1, false, 1, null)",
  )
  after = await scrape()
})

it('[A5] serves metrics only if the request has the metrics token', async () => {
  for (const said of [undefined, '', 'Bearer', 'Bearer another-token', `Basic ${token}`, token]) {
    const answer = await ask(said)
    expect([said, answer.statusCode, answer.headers['www-authenticate']]).toEqual([said, 401, 'Bearer'])
    expect(answer.body).not.toContain('backline_')
  }
  const { statusCode, headers } = await ask(`Bearer ${token}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
})

describe('the metrics', () => {
  it('count each event once', () =>
    checkEachRow<[name: string, labels: Record<string, string>, times: number]>(
      [
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
        // Ten attempts are allowed per mailbox, and thirty per client.
        ['backline_auth_attempts_total', { way: 'mailed_code', outcome: 'refused' }, 10],
        ['backline_auth_attempts_total', { way: 'mailed_code', outcome: 'limited' }, 21],
        ['backline_rate_limited_total', { group: 'auth_verify' }, 21],
        ['backline_overdue_answers', { table: 'booking' }, 1],
        ['backline_overdue_answers', { table: 'message' }, 2],
        ['backline_answers_due_soon', { table: 'booking' }, 1],
        ['backline_webhooks', { state: 'active' }, 1],
        ['backline_webhooks', { state: 'failing' }, 1],
        ['backline_webhooks', { state: 'switched_off' }, 1],
        ['backline_webhooks', { state: 'paused' }, 1],
        ['backline_calendars', { state: 'read' }, 1],
        ['backline_calendars', { state: 'failing' }, 1],
        ['backline_backup_late', {}, 1],
        ['backline_job_last_success_timestamp_seconds', { job: 'backup_proof' }, 0],
        ['backline_db_up', {}, 1],
        ['backline_ready', {}, 1],
        ['backline_db_standbys', {}, 0],
        ['backline_db_replication_lag_seconds', {}, 0],
        ['backline_db_replication_asynchronous', {}, 0],
      ],
      ([name, labels, times]) => expect(after.value(name, labels)).toBe(times),
    ))

  it('give the age of the oldest unanswered message and other ages in seconds', () => {
    expect(after.value('backline_oldest_unanswered_booking_age_seconds')).toBeCloseTo(30 * 3600, -2)
    expect(after.value('backline_oldest_unanswered_message_age_seconds')).toBeCloseTo(26 * 3600, -2)
    expect(after.value('backline_calendar_oldest_age_seconds')).toBeCloseTo(5 * 3600, -2)
    const backup = after.value('backline_job_last_success_timestamp_seconds', { job: 'backup' }) ?? 0
    expect(Date.now() / 1000 - backup).toBeCloseTo(3 * 3600, -2)
  })

  it('include the number of open realtime connections', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const open = async () => (await scrape()).value('backline_realtime_connections')
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`)
    await once(socket, 'open')
    expect(await open()).toBe(1)
    socket.close()
    await expect.poll(open).toBe(0)
  })
})

it('does not count the queries of a metrics scrape as waiting for a database connection', async () => {
  const counting = openMetrics('1', { usage: () => ({ used: 0, idle: 0, most: 1, waiting: asked }) })
  let asked = 0
  const question = async () => {
    asked++
    throw new Error('nobody answers')
  }
  const database = { ...test.database, alone: () => ({ query: question }), ping: question }
  const scrapeOne = counting.openScrape(database, site.auth.log)
  expect(readScrape(await scrapeOne()).value('backline_db_pool_waiting')).toBe(0)
  expect(asked).toBe(2)
  counting.stop()
})

it('reports the database as up, but the server as not ready, if the database cannot store anything', async () => {
  const full = { ...test.database, ping: () => Promise.reject(new Error('No space left on device')) }
  const scraped = readScrape(await metrics.openScrape(full, site.auth.log)())
  expect([scraped.value('backline_db_up'), scraped.value('backline_ready')]).toEqual([1, 0])
})

it('provides every metric that alerts and dashboards use, without personal data', () => {
  for (const file of ['prometheus/alerts.yml', 'grafana/backline.json']) {
    const named = new Set(
      readFileSync(join('deploy', file), 'utf8').match(/\b(backline|http|nodejs|process)_[a-z0-9_]+\b/g),
    )
    expect(named.size).toBeGreaterThan(10)
    expect([file, [...named].filter((name) => after.value(name) === undefined)]).toEqual([file, []])
  }
  expect(after.text).not.toMatch(/canary|@|127\.0\.0\.1|Lovelace|example/)
})
