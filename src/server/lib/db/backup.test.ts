import { execFile, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from './database.ts'
import { bootstrap, migrate } from './migrate.ts'
import { readAdministrator, readBootstrap, readMigrations } from './migration-files.ts'
import { openFolder } from './server-process.ts'
import { deskPerson, emptyDatabase, type TestDatabase, testDatabase } from './testing.ts'
import { booking, insertion, message } from './visitor-rows.ts'

const programs = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)

type Place = Pick<TestDatabase, 'ownerUrl' | 'asOwner'>

/** A backup as an operator makes it, put into an empty database as an operator would. */
async function restored(from: Place): Promise<Awaited<ReturnType<typeof emptyDatabase>>> {
  const file = join(openFolder(), 'backup')
  await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, from.ownerUrl])
  const to = await emptyDatabase('fifteen')
  await run(join(programs, 'pg_restore'), ['--exit-on-error', `--dbname=${to.ownerUrl}`, file])
  rmSync(join(file, '..'), { recursive: true })
  return to
}

/** Every table with how many rows it has and a checksum over all of them. */
async function contents({ asOwner }: Place): Promise<Record<string, string>> {
  const tables = await asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'supabase_migrations') order by 1`,
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

const rowsOf = async ({ asOwner }: Place) =>
  new Map(
    (
      await asOwner<{ id: string; row: string }>('select id, t::text as row from strategy_call_bookings t')
    ).map(({ id, row }) => [id, row]),
  )

describe('a backup', () => {
  it.skipIf(inject('postgres').fifteen === null || !existsSync(join(programs, 'pg_dump')))(
    'taken while people book, restored into an empty database',
    { timeout: 60_000 },
    async () => {
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
      // Whatever was acknowledged before it began is in it, and each row in it is whole.
      const [kept, all] = [await rowsOf(copy), await rowsOf(source)]
      expect(before.filter((id) => !kept.has(id))).toEqual([])
      expect([...kept].filter(([id, row]) => all.get(id) !== row)).toEqual([])
      await copy.close()

      // Of a server at rest it is the same to the last row, and a server starts on it.
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
    },
  )

  it('a folder that was copied while the server stood still opens elsewhere', {
    timeout: 60_000,
  }, async () => {
    const dataDir = openFolder()
    const first = await openDatabase({ dataDir, owner: 'test', log: () => {} })
    const id = crypto.randomUUID()
    await first.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ id }))),
    )
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

describe.each(['embedded', 'fifteen'] as const)('data of an older release on %s', (server) => {
  it.skipIf(inject('postgres')[server] === null)(
    'rows of the first release are whole after every migration since',
    async () => {
      const place = await emptyDatabase(server)
      const client = new pg.Client(place.ownerUrl)
      await client.connect()
      const all = readMigrations()
      const first = all.filter(({ version }) => version < '20261121')
      await bootstrap(client, readAdministrator(), readBootstrap())
      expect(await migrate(client, first)).toHaveLength(7)
      const rows = [
        ['strategy_call_bookings', booking({ id: crypto.randomUUID() })],
        ['contact_messages', message({ id: crypto.randomUUID() })],
        [
          'user_interactions',
          { id: crypto.randomUUID(), session_id: crypto.randomUUID(), event_type: 'page_view' },
        ],
      ] as const
      const read = async (table: string) =>
        (await place.asOwner<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)).map(
          ({ row }) => row,
        )
      const before = new Map<string, object[]>()
      for (const [table, row] of rows) {
        await client.query(...insertion(table, row))
        before.set(table, await read(table))
      }
      await migrate(client, all)
      for (const [table] of rows) expect(await read(table)).toMatchObject(before.get(table) ?? [{}])
      await client.end()
      const database = await openDatabase({
        dataDir: '',
        databaseUrl: place.url,
        migrationUrl: place.ownerUrl,
        owner: 'a test',
        log: () => {},
      })
      for (const [table, row] of rows) {
        const another = { ...row, id: crypto.randomUUID() }
        await database.transaction('anon', {}, (tx) => tx.query(...insertion(table, another)))
      }
      await database.close()
      await place.close()
    },
  )

  it.skipIf(inject('postgres')[server] === null)(
    'whoever held calls before there were hosts is one now, and an older release beside goes on as before',
    async () => {
      const place = await emptyDatabase(server)
      const client = new pg.Client(place.ownerUrl)
      await client.connect()
      const all = readMigrations()
      await bootstrap(client, readAdministrator(), readBootstrap())
      await migrate(
        client,
        all.filter(({ version }) => version < '20261122222059'),
      )
      const agent = crypto.randomUUID()
      await client.query("insert into auth.users (id, email) values ($1, 'ada@desk.example')", [agent])
      await client.query("insert into staff_members (id, role) values ($1, 'agent')", [agent])
      await client.query(
        "update desk_settings set time_zone = 'Europe/Berlin', opens = '08:00', closes = '16:00'",
      )
      const held = booking({
        id: crypto.randomUUID(),
        status: 'confirmed',
        confirmed: '[2030-03-05 10:00Z,2030-03-05 10:30Z)',
        assigned_to: agent,
      })
      await client.query(...insertion('strategy_call_bookings', held))
      await migrate(client, all)
      await client.end()
      const hosts = await place.asOwner(
        `select h.id, h.time_zone, h.takes_calls, w.weekday, w.opens::text, w.closes::text
         from private.hosts h join private.host_hours w on w.host = h.id where w.weekday = 1`,
      )
      expect(hosts).toEqual([
        {
          id: agent,
          time_zone: 'Europe/Berlin',
          takes_calls: true,
          weekday: 1,
          opens: '08:00:00',
          closes: '16:00:00',
        },
      ])

      const database = await openDatabase({
        dataDir: '',
        databaseUrl: place.url,
        migrationUrl: place.ownerUrl,
        owner: 'a test',
        log: () => {},
      })
      // It knows neither picked times nor hosts, and names neither.
      const id = crypto.randomUUID()
      await database.transaction('anon', {}, (tx) =>
        tx.query(...insertion('strategy_call_bookings', booking({ id }))),
      )
      const another = await deskPerson({ ...place, database, setClock: async () => {} }, 'agent')
      const confirm = (call_start: string) =>
        another.run(
          "select move_booking(booking => $1, expected => 'new', target => 'confirmed', call_start => $2)",
          [id, call_start],
        )
      await confirm('2030-03-05T10:00:00Z')
      expect(
        await place.asOwner('select picked, assigned_to, status from strategy_call_bookings where id = $1', [
          id,
        ]),
      ).toEqual([{ picked: false, assigned_to: another.id, status: 'confirmed' }])
      await database.close()
      await place.close()
    },
  )
})
