import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { openFolder } from '#server/lib/db/embedded/testing.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'

const programs = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)

type DatabaseAccess = Pick<TestDatabase, 'ownerUrl' | 'asOwner'>

/** Backs up a database and restores it into an empty database, as an operator would. */
async function restored(from: DatabaseAccess): Promise<Awaited<ReturnType<typeof emptyDatabase>>> {
  const file = join(openFolder(), 'backup')
  await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, from.ownerUrl])
  const to = await emptyDatabase('fifteen')
  await run(join(programs, 'pg_restore'), ['--exit-on-error', `--dbname=${to.ownerUrl}`, file])
  rmSync(join(file, '..'), { recursive: true })
  return to
}

/** Returns each table's row count and checksum. */
async function contents({ asOwner }: DatabaseAccess): Promise<Record<string, string>> {
  const tables = await asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await asOwner<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    )
    found[name] = row?.sum ?? ''
  }
  return found
}

const rowsOf = async ({ asOwner }: DatabaseAccess) =>
  new Map(
    (await asOwner<{ id: string; row: string }>('select id, t::text as row from strategy_call_bookings t')).map(
      ({ id, row }) => [id, row],
    ),
  )

describe("a backup with PostgreSQL's tools", () => {
  it('[G3] contains only complete rows, even if visitors book at the same time, and can be restored into an empty database', async () => {
    const source = await testDatabase('fifteen')
    const acknowledged: string[] = []
    let isGoing = true
    const book = async () => {
      while (isGoing) {
        const id = crypto.randomUUID()
        await source.database.transaction('anon', {}, (tx) =>
          tx.query(...insertion('strategy_call_bookings', booking({ id, email: `${id}@example.com` }))),
        )
        acknowledged.push(id)
      }
    }
    const visitors = Promise.all([book(), book(), book()])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
    const before = [...acknowledged]
    const copy = await restored(source)
    isGoing = false
    await visitors
    // The backup contains every row that was acknowledged before the backup began, and each row is complete.
    const [kept, all] = [await rowsOf(copy), await rowsOf(source)]
    expect(before.filter((id) => !kept.has(id))).toEqual([])
    expect([...kept].filter(([id, row]) => all.get(id) !== row)).toEqual([])
    await copy.close()

    // If no visitor books during the backup, the restored rows are identical, and a server can start with them.
    const second = await restored(source)
    expect(await contents(second)).toEqual(await contents(source))
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: second.url,
      owner: 'a test',
      log: () => {},
    })
    await database.transaction('anon', {}, (tx) => tx.query(...insertion('contact_messages', message())))
    await database.close()
    await second.close()
    await source.close()
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
