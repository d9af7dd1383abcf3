import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contentsOf, filledDatabase } from '#server/features/backups/testing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { emptyDatabase, type TestDatabase } from '#server/lib/db/testing.ts'

const programs = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)

/** Backs up a database and restores it into an empty database, as an operator would. */
async function restored(from: Pick<TestDatabase, 'ownerUrl'>) {
  const file = join(openFolder(), 'backup')
  await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, from.ownerUrl])
  const to = await emptyDatabase('fifteen')
  await run(join(programs, 'pg_restore'), ['--exit-on-error', `--dbname=${to.ownerUrl}`, file])
  rmSync(join(file, '..'), { recursive: true })
  return to
}

describe("a backup with PostgreSQL's tools", () => {
  it('[G3] can be restored into an empty database with identical rows, and a server can start with them', async () => {
    const source = await filledDatabase('fifteen')
    const copy = await restored(source)
    expect(await contentsOf(copy)).toEqual(await contentsOf(source))
    const database = await openDatabase({ dataDir: '', databaseUrl: copy.url, owner: 'a test', log: () => {} })
    await database.transaction('anon', {}, (tx) => tx.query(...insertion('contact_messages', message())))
    await database.close()
    await copy.close()
  })

  it('[G3] can be a copy of the data folder that was made while the server was stopped', async () => {
    const dataDir = openFolder()
    const first = await openDatabase({ dataDir, owner: 'test', log: () => {} })
    const id = crypto.randomUUID()
    await first.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking({ id }))))
    await first.close()
    const copy = `${dataDir}-copy`
    expect(spawnSync('cp', ['-a', dataDir, copy]).status).toBe(0)
    rmSync(dataDir, { recursive: true })
    const second = await openDatabase({ dataDir: copy, owner: 'test', log: () => {} })
    const { rows } = await second.transaction('service_role', {}, (tx) =>
      tx.query('select id from strategy_call_bookings'),
    )
    expect(rows).toEqual([{ id }])
    await second.close()
    rmSync(copy, { recursive: true })
  })
})
