import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { once } from '#server/lib/db/test-servers.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import {
  type ForeignServer,
  fifteenIsMissing,
  settingsFor,
  startFifteen,
  startStandby,
} from './postgres-fifteen.ts'
import { socketAddress } from './postgres-server.ts'

describe.skipIf(fifteenIsMissing())('while a standby takes the place of its primary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-standby-'))
  chmodSync(folder, 0o755)
  const name = join(folder, 'current')
  let primary: ForeignServer
  let standby: ForeignServer
  let running: Database

  /** New connections to this name reach that server from now on, as behind a proxy. */
  function lead({ home }: ForeignServer): void {
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
  }, 60_000)
  afterAll(async () => {
    await running.close()
    standby.stop()
    rmSync(folder, { recursive: true })
  })

  it('a server goes on by itself, and one that starts waits with one sentence', async () => {
    await store(running)
    lead(standby)
    primary.stop()
    await expect(store(running)).rejects.toMatchObject({ code: '08006' })
    await expect(running.ping()).rejects.toMatchObject({ code: '08006' })
    await expect(open()).rejects.toThrow(
      'The database takes no writes: it is a standby, or set to read only.',
    )

    const said: string[] = []
    const opening = open({ log: (line: string) => void said.push(line), waits: true })
    await expect.poll(() => said).toHaveLength(1)
    expect(said[0]).toBe(
      'The database takes no writes: it is a standby, or set to read only. The start waits until it takes them.',
    )

    await once(standby.address, 'select pg_promote()')
    const since = performance.now()
    await expect.poll(() => store(running).then(() => 'stored'), { timeout: 5000 }).toBe('stored')
    await running.ping()
    expect(performance.now() - since).toBeLessThan(5000)
    const started = await opening
    await store(started)
    await started.close()
  }, 60_000)
})
