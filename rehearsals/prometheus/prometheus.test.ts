import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupWords } from '#content/backup-words.ts'
import { launchServer, ready } from '#rehearsals/launching.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { freePort } from '#tools/testing/free-port.ts'

const folder = resolve('deploy/prometheus')
const token = 'a-token-of-the-operator'

describe('the rules for Prometheus', () => {
  const promtool = (...words: string[]) =>
    execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

  it('can be read, and so can the configuration that names them', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS: 19 rules found')
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
    const words = ['check-config', join(folder, 'alertmanager.yml')]
    expect(execFileSync('amtool', words, { encoding: 'utf8', stdio: 'pipe' })).toContain('SUCCESS')
  })

  it('are silent on a good day and speak on a bad one, each of them', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
    const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g)
    const tested = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
    expect([...rules].map(([, name = '']) => name).filter((name) => !tested.includes(name))).toEqual([])
  })
})

it('an alert of late backups says what the desk and the letter to the team say', () => {
  const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
  const [, said = ''] = /alert: BacklineBackupLate([\s\S]*?)- alert/.exec(rules) ?? []
  expect(said).toContain(`summary: ${backupWords.late}\n`)
  expect(said).toContain(`what: ${backupWords.mendLate}\n`)
})

describe('a real Prometheus', () => {
  const place = mkdtempSync(join(tmpdir(), 'backline-prometheus-'))
  const ends: (() => unknown)[] = []
  let url = ''

  beforeAll(async () => {
    const test = await testDatabase()
    const site = siteForTest()
    writePacksForTest(join(site.folder, '../packs'))
    const server = await ready(
      launchServer({ DATABASE_URL: test.url, DATA_DIR: place, METRICS_TOKEN: token }, site.folder),
    )
    await fetch(`${server.url}/rest/v1/strategy_call_bookings`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json' },
      body: JSON.stringify(booking()),
    })
    const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
      .replace('127.0.0.1:3000', new URL(server.url).host)
      .replace('the-value-of-METRICS_TOKEN', token)
      .replace('alerts.yml', join(folder, 'alerts.yml'))
      .replaceAll('15s', '1s')
    writeFileSync(join(place, 'prometheus.yml'), config)
    // It says nowhere which port the system has chosen for it.
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(place, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(place, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    ends.push(
      () => site.remove(),
      () => test.close(),
      () => server.end(),
      async () => {
        const exit = once(prometheus, 'exit')
        prometheus.kill('SIGTERM')
        await exit
      },
    )
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
    rmSync(place, { recursive: true })
  })

  const read = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`${url}/api/v1/${path}`)
    const { data } = (await answer.json()) as { data: Data }
    return data
  }
  const query = async (text: string) =>
    (await read<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(text)}`)).result

  it('scrapes us, and finds every rule in order', async () => {
    const bookings = () => query('sum(backline_bookings_total)').catch(() => [])
    await expect.poll(async () => (await bookings())[0]?.value[1]).toBe('1')
    expect((await query('up{job="backline"}'))[0]?.value[1]).toBe('1')
    await expect
      .poll(async () => {
        const { groups } = await read<{ groups: { rules: { health: string; state: string }[] }[] }>('rules')
        return groups.flatMap(({ rules }) => rules.map(({ health }) => health))
      })
      .toEqual(Array.from({ length: 19 }, () => 'ok'))
  })

  it('has an answer for every question of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/backline.json', 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    const silent: string[] = []
    for (const { title, targets } of panels)
      for (const { expr } of targets) if (!Array.isArray(await query(expr))) silent.push(`${title}: ${expr}`)
    expect(panels.length).toBeGreaterThan(20)
    expect(silent).toEqual([])
  })
})
