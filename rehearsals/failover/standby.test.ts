import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchReplication } from '#server/app/running/work.ts'
import { databaseMetrics } from '#server/features/metrics/service.ts'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { readReplication } from '#server/lib/db/replication.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { runOnce } from '#server/lib/db/test-servers.ts'
import { createLog } from '#server/lib/log.ts'
import {
  createSocketFolder,
  fifteenAt,
  runProgram,
  settingsFor,
  socketAddress,
  startExisting,
  startFifteen,
  type TestPostgres,
} from '#tools/testing/postgres-server.ts'

/** Starts a hot standby, which follows the primary until `select pg_promote()`. */
function startStandby(folder: string, { home }: TestPostgres): TestPostgres {
  const place = fifteenAt(join(folder, 'standby'))
  createSocketFolder(place)
  const options = ['-h', home, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync']
  runProgram(place, 'pg_basebackup', ['-D', place.data, ...options])
  return startExisting(place, ['fsync=off'])
}

describe('a server whose database has a standby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-standby-'))
  chmodSync(folder, 0o755)
  const name = join(folder, 'current')
  let primary: TestPostgres
  let standby: TestPostgres
  let running: Database

  /** Acts as a proxy: sends new connections for this host name to a server. */
  function lead({ home }: TestPostgres): void {
    symlinkSync(home, `${name}.new`)
    renameSync(`${name}.new`, name)
  }
  const store = (database: Database) =>
    database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))
  const { DATABASE_URL, MIGRATION_URL } = settingsFor(socketAddress(name))
  const place = { dataDir: '', databaseUrl: DATABASE_URL, migrationUrl: MIGRATION_URL }
  const open = (options: object = {}) => openDatabase({ ...place, owner: 'test', log: () => {}, ...options })

  beforeAll(async () => {
    primary = startFifteen(folder)
    lead(primary)
    running = await open()
    standby = startStandby(folder, primary)
  })
  afterAll(async () => {
    await running.close()
    standby.stop()
    rmSync(folder, { recursive: true })
  })

  it('logs one message if commits do not wait for the standby, and another when commits wait again', async () => {
    const said: string[] = []
    const write = (line: unknown, _encoding: string, done: () => void) => {
      said.push(String(line))
      done()
    }
    const log = createLog(new Writable({ write }))
    const settle = async (names: string) => {
      await runOnce(primary.address, `alter system set synchronous_standby_names = '${names}'`)
      await runOnce(primary.address, 'select pg_reload_conf()')
    }
    const watch = watchReplication({ config: { databaseUrl: DATABASE_URL }, database: running, log }, 50)
    await expect.poll(() => said.join('')).toContain('replication is asynchronous')
    expect(await readReplication(running)).toBe('asynchronous')
    await settle('*')
    await expect.poll(() => said.join('')).toContain('replication is synchronous again')
    expect(await readReplication(running)).toBe('synchronous')
    expect(said).toHaveLength(2)
    await watch.stop()
    await settle('')
  })

  it('reports the lag of the standby, and reports whether commits wait for the standby', async () => {
    const standing = async (read = databaseMetrics(running, createLog({ write: () => {} }))) => {
      const found = await read()
      const value = (name: string) => found.find((each) => each.name === `backline_${name}`)?.values[0]?.value
      return {
        standbys: value('db_standbys'),
        loose: value('db_replication_asynchronous'),
        lag: value('db_replication_lag_seconds'),
      }
    }
    await expect.poll(() => standing()).toEqual({ standbys: 1, loose: 1, lag: expect.any(Number) })
    await runOnce(primary.address, "alter system set synchronous_standby_names = '*'")
    await runOnce(primary.address, 'select pg_reload_conf()')
    await expect.poll(async () => (await standing()).loose).toBe(0)
    await runOnce(primary.address, 'alter system reset synchronous_standby_names')
    await runOnce(primary.address, 'select pg_reload_conf()')
    await expect.poll(async () => (await standing()).loose).toBe(1)
  })

  it('[D4] continues without a restart after the standby is promoted, and waits for the promotion at startup', async () => {
    await store(running)
    lead(standby)
    primary.stop()
    await expect(store(running)).rejects.toMatchObject({ code: '08006' })
    await expect(running.ping()).rejects.toMatchObject({ code: '08006' })
    await expect(open()).rejects.toThrow('The database is read-only or a standby.')

    const said: string[] = []
    const opening = open({ log: (line: string) => void said.push(line), waits: true })
    await expect.poll(() => said).toHaveLength(1)
    expect(said[0]).toBe('database is read-only or a standby, waiting')

    await runOnce(standby.address, 'select pg_promote()')
    const since = performance.now()
    await expect.poll(() => store(running).then(() => 'stored')).toBe('stored')
    await running.ping()
    expect(performance.now() - since).toBeLessThan(5000)
    const started = await opening
    await store(started)
    await started.close()
  })
})
