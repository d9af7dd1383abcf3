import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { startFifteen } from '#tools/testing/postgres-server.ts'

/** The files in `deploy` that no other test uses. */
const folder = mkdtempSync(join(tmpdir(), 'backline-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the systemd unit', () => {
  /** Creates a root folder that contains the unit, and the unit's program at the path where a release is installed. */
  function rootWith(unit: string): string {
    const root = mkdtempSync(join(folder, 'root-'))
    const units = join(root, 'etc/systemd/system')
    mkdirSync(units, { recursive: true })
    writeFileSync(join(units, 'backline.service'), unit)
    cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true })
    mkdirSync(join(root, 'opt/backline/bin'), { recursive: true })
    cpSync('bin/backline', join(root, 'opt/backline/bin/backline'))
    chmodSync(join(root, 'opt/backline/bin/backline'), 0o755)
    return root
  }
  const unit = readFileSync('deploy/backline.service', 'utf8')
  const ask = (root: string, ...words: string[]) => {
    const { stdout, stderr, status } = spawnSync('systemd-analyze', [`--root=${root}`, ...words], {
      encoding: 'utf8',
    })
    return { said: stdout + stderr, status }
  }
  const verify = (text: string) => {
    const { said, status } = ask(rootWith(text), '--man=no', 'verify', 'backline.service')
    return { lines: said.split('\n').filter((line) => line.includes('backline.service')), status }
  }

  it('contains only settings that systemd accepts', () => {
    expect(verify(unit)).toEqual({ lines: [], status: 0 })
    const misspelt = unit.replace('ProtectHome=', 'ProtectHomes=')
    expect(verify(misspelt).lines.join()).toMatch(/Unknown key .*'ProtectHomes'/)
  })

  it('restricts what a compromised process can do', () => {
    const words = ['security', '--offline=true', '--threshold=15', 'backline.service']
    const { said, status } = ask(rootWith(unit), ...words)
    expect(said).toMatch(/exposure level for backline\.service: (0\.\d|1\.[0-5]) OK/)
    expect(status).toBe(0)
  })
})

describe('the compose file', () => {
  it('uses only known settings and existing files', () => {
    const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
      services: Record<string, { environment: Record<string, string>; volumes: string[] }>
    }
    const known = readFileSync('.env.example', 'utf8')
    for (const name of Object.keys(services.backline?.environment ?? {}))
      expect(known).toMatch(new RegExp(`^${name}=`, 'm'))
    expect(services.database?.volumes).toContain('./compose-users.sh:/docker-entrypoint-initdb.d/users.sh:ro')
  })

  it('gives the server a database login that owns no tables', async () => {
    chmodSync(folder, 0o755)
    const postgres = startFifteen(folder)
    try {
      // The PostgreSQL image runs this script as the superuser, over the socket.
      const PATH = `/usr/lib/postgresql/15/bin:${process.env.PATH}`
      const env = { PATH, PGHOST: postgres.home, POSTGRES_DB: 'postgres', SERVING_PASSWORD: 'seven ducks' }
      execFileSync('sh', ['deploy/compose-users.sh'], { env })
      const database = await openDatabase({
        dataDir: '',
        databaseUrl: postgres.address.replace('postgres@', 'backline@'),
        migrationUrl: postgres.address,
        owner: 'a test',
        log: () => {},
      })
      const row = insertion('strategy_call_bookings', booking())
      await database.transaction('anon', {}, (tx) => tx.query(...row))
      const asked = await database.transaction('service_role', {}, (tx) =>
        tx.query('select session_user as "user", count(*)::int from strategy_call_bookings'),
      )
      expect(asked.rows).toEqual([{ user: 'backline', count: 1 }])
      await database.close()
    } finally {
      postgres.stop()
    }
  })
})
