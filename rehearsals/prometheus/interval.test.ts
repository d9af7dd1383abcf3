import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { unlimited } from '#tools/testing/run-server.ts'

/**
 * Servers as they are delivered, each with a Prometheus as it is delivered: scraped and judged every fifteen seconds, for as
 * long as the rules wait. One is idle, the others each have a trouble.
 */
const folder = resolve('deploy/prometheus')
const token = 'a-token-of-the-operator'
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const place = mkdtempSync(join(tmpdir(), 'backline-interval-'))
const ends: (() => unknown)[] = []

function run(program: string, ...words: string[]): void {
  const child = spawn(program, words, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  ends.push(async () => {
    child.kill('SIGTERM')
    await exit
  })
}

async function watched(
  settings: Record<string, string> = {},
  { alertmanager = '127.0.0.1:9', fixed = unlimited } = {},
) {
  const test = await testDatabase()
  ends.push(() => test.close())
  const here = mkdtempSync(join(place, 'one-'))
  const server = await ready(
    launchServer({ DATABASE_URL: test.url, DATA_DIR: here, METRICS_TOKEN: token, ...settings }, site.folder, {
      fixed,
    }),
  )
  ends.push(() => server.end())
  // Where there never was a backup a rule says so.
  await test.asOwner("select private.note_backup(gen_random_uuid(), 'here', now(), 1, false, 1, null)")
  const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
    .replace('127.0.0.1:3000', new URL(server.url).host)
    .replace('the-value-of-METRICS_TOKEN', token)
    .replace('127.0.0.1:9093', alertmanager)
    .replace('alerts.yml', join(folder, 'alerts.yml'))
  writeFileSync(join(here, 'prometheus.yml'), config)
  const address = `127.0.0.1:${await freePort()}`
  run(
    'prometheus',
    `--config.file=${join(here, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(here, 'data')}`,
    `--web.listen-address=${address}`,
  )
  const query = async (text: string) => {
    const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(text)}`)
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] }
    }
    return data.result
  }
  return {
    test,
    query,
    send: (table: string, row: object) =>
      fetch(`${server.url}/rest/v1/${table}`, {
        method: 'POST',
        headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json' },
        body: JSON.stringify(row),
      }).then((answer) => answer.status),
    /** The alerts that have fired until now. */
    fired: async () => {
      const found = await query('count_over_time(ALERTS{alertstate="firing"}[30m])').catch(() => [])
      return found.map(({ metric }) => metric.alertname)
    },
  }
}

const waiting = { timeout: 600_000, interval: 2000 }
type Watched = Awaited<ReturnType<typeof watched>>

describe('at the interval that is delivered', () => {
  let idle: Watched
  let mailless: Watched
  let full: Watched
  let crowded: Watched
  let received: () => Email[] = () => []
  const crowding = new AbortController()
  const began = performance.now()
  const heard = (alert: string) =>
    console.log(`${alert} fires after ${Math.round((performance.now() - began) / 1000)} s`)

  beforeAll(async () => {
    const sink = await openSink()
    ends.push(() => sink.close())
    const mail = join(place, 'alertmanager.yml')
    writeFileSync(
      mail,
      readFileSync(join(folder, 'alertmanager.yml'), 'utf8')
        .replace('mail.example.com:587', `127.0.0.1:${sink.port}`)
        .replace(/ {2}smtp_auth_.*\n/g, '')
        .replace('global:', 'global:\n  smtp_require_tls: false'),
    )
    const address = `127.0.0.1:${await freePort()}`
    run(
      'prometheus-alertmanager',
      `--config.file=${mail}`,
      `--storage.path=${join(place, 'alerts')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    )
    received = () => sink.received.map(({ mail }) => mail)

    idle = await watched()

    const key = randomBytes(32)
    mailless = await watched(
      {
        ENCRYPTION_KEY: key.toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'desk@backline.example',
        PRIVATE_ADDRESSES: 'webhooks',
      },
      { alertmanager: address },
    )
    const id = randomUUID()
    await mailless.test.asOwner(
      "insert into webhooks (id, url, events, sealed_secret) values ($1, 'http://127.0.0.1:9/', '{booking.created}', $2)",
      [id, await sealNewSecret(openSecretCipher(key), id)],
    )
    expect(await mailless.send('strategy_call_bookings', booking())).toBe(201)
    const missed = () =>
      mailless.test.asOwner<{ channel: string }>(
        "select distinct channel from outbox where state = 'waiting' and first_due_at is not null order by 1",
      )
    await vi.waitFor(
      async () => expect(await missed()).toEqual([{ channel: 'letter' }, { channel: 'webhook' }]),
      waiting,
    )
    // As if the mail server and the webhook's program had been away for twenty minutes.
    await mailless.test.asOwner("update outbox set first_due_at = now() - interval '20 minutes'")

    full = await watched()
    await full.test.asOwner(
      `create or replace function private.try_write() returns timestamptz language plpgsql as
       $$ begin raise exception 'could not write: No space left on device' using errcode = '53100'; end $$`,
    )

    crowded = await watched({}, { fixed: { ...unlimited, poolSize: 2 } })
    const rows = {
      strategy_call_bookings: booking,
      contact_messages: message,
      user_interactions: () => ({
        id: randomUUID(),
        session_id: randomUUID(),
        event_type: 'error',
        event_data: { code: 'uncaught', place: 'home' },
      }),
    }
    // One kind of row more than there are connections.
    for (const [table, row] of Object.entries(rows)) {
      await crowded.test.asOwner(
        `create or replace function public.be_slow() returns trigger language plpgsql as
         $$ begin perform pg_sleep(8); return new; end $$;
         create trigger a_slow before insert on ${table} for each row execute function public.be_slow()`,
      )
      void (async () => {
        while (!crowding.signal.aborted) await crowded.send(table, row({ id: randomUUID() })).catch(() => 0)
      })()
    }
  }, 600_000)
  afterAll(async () => {
    crowding.abort()
    for (const end of ends.reverse()) await end()
    rmSync(place, { recursive: true })
    site.remove()
  })

  it('a database that stores nothing, and is there, pages somebody', async () => {
    await expect.poll(full.fired, waiting).toContain('BacklineNotReady')
    heard('BacklineNotReady')
    expect((await full.query('min_over_time(backline_db_up[30m])')).map(({ value }) => value[1])).toEqual([
      '1',
    ])
  }, 700_000)

  it('a mail server and a webhook that are away are told of, by letter', async () => {
    await expect
      .poll(mailless.fired, waiting)
      .toEqual(expect.arrayContaining(['BacklineLettersLate', 'BacklineWebhookFails']))
    heard('BacklineLettersLate')
    const summary = '[firing] A letter waits for more than a quarter of an hour since it was due.'
    const told = () => received().find(({ subject }) => subject === summary)
    await expect.poll(told, waiting).toBeDefined()
    heard('the letter of BacklineLettersLate')
    expect(told()?.text).toContain('Does the mail server answer?')
    expect(told()?.html).toBeUndefined()
  }, 700_000)

  it('requests that wait for a connection all the time page somebody', async () => {
    await expect.poll(crowded.fired, waiting).toContain('BacklinePoolExhausted')
    heard('BacklinePoolExhausted')
  }, 700_000)

  it('a healthy idle server, watched for as long, is silent', async () => {
    const samples = await idle.query('count_over_time(backline_db_pool_waiting[30m])')
    expect(Number(samples[0]?.value[1])).toBeGreaterThan(20)
    expect(await idle.fired()).toEqual([])
    const most = await idle.query('max_over_time(backline_db_pool_waiting[30m])')
    expect(most.map(({ value }) => value[1])).toEqual(['0'])
  }, 700_000)
})
