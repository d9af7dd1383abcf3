import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { openReplica } from '#server/lib/db/replica.ts'
import { once, servedAt } from '#server/lib/db/test-servers.ts'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import { createLog } from '#server/lib/log.ts'
import { type ForeignServer, startFifteen, startStandby } from '#tools/postgres-fifteen.ts'

describe('a replica', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-replica-'))
  chmodSync(folder, 0o755)
  let primary: ForeignServer
  let standby: ForeignServer
  let database: Database
  const log = createLog({ write: () => {} } as never)

  beforeAll(async () => {
    primary = startFifteen(folder)
    const { DATABASE_URL: databaseUrl, MIGRATION_URL: migrationUrl } = primary.settings
    database = await openDatabase({ dataDir: '', databaseUrl, migrationUrl, owner: 'test', log: () => {} })
    standby = startStandby(folder, primary)
  })
  afterAll(async () => {
    await database.close()
    primary.stop()
    rmSync(folder, { recursive: true })
  })

  const opened = (url: string) => openReplica({ url, primary: database, seconds: 2, owner: 'test', log })
  type Replica = ReturnType<typeof opened>
  const whoAnswers = (replica: Replica) =>
    replica.ask((source) =>
      source.transaction('authenticated', {}, async (tx) => {
        const { rows } = await tx.query<{ is: boolean }>('select pg_is_in_recovery() as is')
        return rows[0]?.is ? 'standby' : 'primary'
      }),
    )
  const answeredBy = (replica: Replica, who: string) =>
    expect.poll(() => whoAnswers(replica), { interval: 100 }).toBe(who)
  const write = () =>
    database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking())))

  it('answers while it follows, also where nothing is written, and the primary where it is behind, refuses or is away', async () => {
    const replica = opened(servedAt(standby.address))
    await answeredBy(replica, 'standby')
    // Longer than it may be behind: a database at rest does not make it old.
    await new Promise((over) => setTimeout(over, 3500))
    expect(await whoAnswers(replica)).toBe('standby')

    const refused = replica.ask((source) =>
      source.transaction('authenticated', {}, async (tx) => {
        const { rows } = await tx.query<{ is: boolean }>('select pg_is_in_recovery() as is')
        if (rows[0]?.is) throw new Error('the session is too new for it')
        return 'primary'
      }),
    )
    expect(await refused).toBe('primary')

    await once(standby.address, 'select pg_wal_replay_pause()')
    await write()
    await answeredBy(replica, 'primary')
    await once(standby.address, 'select pg_wal_replay_resume()')
    await answeredBy(replica, 'standby')

    standby.stop()
    expect(await whoAnswers(replica)).toBe('primary')
    await answeredBy(replica, 'primary')
    await replica.close()
  })

  it('is not the primary itself, nor asked as a superuser', async () => {
    for (const url of [servedAt(primary.address), primary.address]) {
      const replica = opened(url)
      await new Promise((over) => setTimeout(over, 1500))
      await replica.ask(async (source) => expect(source).toBe(database))
      await replica.close()
    }
  })
})
