import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupWords } from '#content/backup-words.ts'
import { launchServer, whenReady } from '#rehearsals/launching.ts'
import { ChildProgram } from '#rehearsals/program.ts'
import { postBooking } from '#rehearsals/visitors.ts'
import { siteWithPacksForTest } from '#server/features/packs/testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'

const folder = resolve('deploy/prometheus')
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
const token = 'a-token-of-the-operator'

describe('the delivered configuration files', () => {
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

  it('pass the checks of promtool and amtool', () => {
    expect(run('promtool', 'check', 'rules', 'alerts.yml')).toContain(`SUCCESS: ${alerts.length} rules found`)
    expect(run('promtool', 'check', 'config', 'prometheus.yml')).toContain('SUCCESS')
    expect(run('amtool', 'check-config', 'alertmanager.yml')).toContain('SUCCESS')
  })

  it('include a passing test for each alert rule', () => {
    expect(run('promtool', 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
    const tested = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
    expect(alerts.filter((name) => !tested.includes(name))).toEqual([])
  })

  it('describe a late backup in the same words as the desk and the email to the team', () => {
    const [, said = ''] = /alert: BacklineBackupLate([\s\S]*?)- alert/.exec(rules) ?? []
    expect(said).toContain(`summary: ${backupWords.late}\n`)
    expect(said).toContain(`what: ${backupWords.mendLate}\n`)
  })
})

describe('Prometheus and Alertmanager', () => {
  const place = mkdtempSync(join(tmpdir(), 'backline-prometheus-'))
  const site = siteWithPacksForTest()
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
    rmSync(place, { recursive: true })
    site.remove()
  })

  function run(program: string, ...words: string[]): void {
    const child = new ChildProgram(program, words)
    ends.push(() => child.end())
  }

  /**
   * Starts a server, and a Prometheus server that uses the files in `deploy` with all waits shortened to one second.
   */
  async function watched(settings: Record<string, string> = {}, alertmanager = '127.0.0.1:9') {
    const test = await testDatabase()
    ends.push(() => test.close())
    const home = mkdtempSync(join(place, 'one-'))
    const server = await whenReady(
      launchServer({ DATABASE_URL: test.url, DATA_DIR: home, METRICS_TOKEN: token, ...settings }, site.folder),
    )
    ends.push(() => server.end())
    // Prevents the alert about a missing backup.
    await test.asOwner("select private.record_backup(gen_random_uuid(), 'here', now(), 1, false, 1, null)")
    writeFileSync(join(home, 'alerts.yml'), rules.replaceAll(/for: \d+m/g, 'for: 1s'))
    const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
      .replace('127.0.0.1:3000', new URL(server.url).host)
      .replace('the-value-of-METRICS_TOKEN', token)
      .replace('127.0.0.1:9093', alertmanager)
      .replaceAll('15s', '1s')
    writeFileSync(join(home, 'prometheus.yml'), config)
    const address = `127.0.0.1:${await freePort()}`
    run(
      'prometheus',
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=${address}`,
    )
    const read = async <Data>(path: string): Promise<Data> => {
      const answer = await fetch(`http://${address}/api/v1/${path}`)
      return ((await answer.json()) as { data: Data }).data
    }
    type Sample = { metric: Record<string, string>; value: [number, string] }
    const query = async (text: string) =>
      (await read<{ result: Sample[] }>(`query?query=${encodeURIComponent(text)}`)).result
    return { test, server, read, query }
  }

  let idle: Awaited<ReturnType<typeof watched>>
  beforeAll(async () => {
    idle = await watched()
    expect((await postBooking(idle.server.url)).status).toBe(201)
  })

  it('evaluate every rule and every dashboard query without an error', async () => {
    const bookings = () => idle.query('sum(backline_bookings_total)').catch(() => [])
    await expect.poll(async () => (await bookings())[0]?.value[1]).toBe('1')
    await expect
      .poll(async () => {
        const { groups } = await idle.read<{ groups: { rules: { health: string }[] }[] }>('rules')
        return groups.flatMap((group) => group.rules.map(({ health }) => health))
      })
      .toEqual(alerts.map(() => 'ok'))
    const { panels } = JSON.parse(readFileSync('deploy/grafana/backline.json', 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    expect(panels.length).toBeGreaterThan(20)
    for (const { title, targets } of panels)
      for (const { expr } of targets) expect(await idle.query(expr), `${title}: ${expr}`).toBeInstanceOf(Array)
  })

  it('send an alert email for a server that cannot send email, but none for a healthy server', async () => {
    const sink = await openSink()
    ends.push(() => sink.close())
    const mail = join(place, 'alertmanager.yml')
    writeFileSync(
      mail,
      readFileSync(join(folder, 'alertmanager.yml'), 'utf8')
        .replace('mail.example.com:587', `127.0.0.1:${sink.port}`)
        .replace(/ {2}smtp_auth_.*\n/g, '')
        .replace('global:', 'global:\n  smtp_require_tls: false')
        .replace('group_wait: 30s', 'group_wait: 1s'),
    )
    const address = `127.0.0.1:${await freePort()}`
    run(
      'prometheus-alertmanager',
      `--config.file=${mail}`,
      `--storage.path=${join(place, 'alerts')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    )
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@backline.example' }
    const mailless = await watched(settings, address)
    expect((await postBooking(mailless.server.url)).status).toBe(201)
    const late = () =>
      mailless.test.asOwner(
        "update outbox set first_due_at = now() - interval '20 minutes' where state = 'waiting' and first_due_at is not null returning 1",
      )
    await expect.poll(async () => (await late()).length).toBeGreaterThan(0)
    const summary = '[firing] An email has been due for more than 15 minutes.'
    const told = () => sink.received.find(({ mail: { subject } }) => subject === summary)?.mail
    await expect.poll(told).toBeDefined()
    expect(told()?.text).toContain('Check that the mail server responds.')
    expect(told()?.html).toBeUndefined()
    expect(await idle.query('count_over_time(ALERTS{alertstate="firing"}[30m])')).toEqual([])
  })
})
