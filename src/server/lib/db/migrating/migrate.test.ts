import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { emptyDatabase } from '#server/lib/db/testing.ts'
import { bootstrap, migrate } from './migrate.ts'
import { type Migration, readAdministrator, readBootstrap, readMigrations } from './migration-files.ts'

const migration = (version: string, sql: string): Migration => ({ version, name: 'test', sql })
const first = migration('20260101000001', 'create table one (id int);\ninsert into one values (1);\n')
const second = migration('20260101000002', 'create table two (id int)')

describe.each(inject('servers'))('migrations on %s', (server) => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client(empty.ownerUrl)
    await client.connect()
    clients.push(client)
    return client
  }
  beforeEach(async () => {
    empty = await emptyDatabase(server)
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()))
    await empty.close()
  })

  it('applies each once, in order, and writes the ledger as the Supabase CLI does', async () => {
    const client = await connect()
    expect(await migrate(client, [first])).toEqual([first.version])
    expect(await migrate(client, [first, second])).toEqual([second.version])
    expect(await migrate(client, [first, second])).toEqual([])
    expect(await empty.asOwner('select * from one')).toEqual([{ id: 1 }])
    expect(
      await empty.asOwner('select * from supabase_migrations.schema_migrations order by version'),
    ).toEqual([
      { version: first.version, statements: [first.sql], name: 'test' },
      { version: second.version, statements: [second.sql], name: 'test' },
    ])
  })

  it('lets two servers start at once', async () => {
    const runs = await Promise.all([1, 2, 3].map(async () => migrate(await connect(), [first, second])))
    expect(runs.flat().sort()).toEqual([first.version, second.version])
    expect(await empty.asOwner('select * from one')).toEqual([{ id: 1 }])
  })

  it('leaves nothing of a migration that fails or is cut, and goes on from there', async () => {
    const client = await connect()
    const broken = migration(second.version, 'create table two (id int); select 1 / 0;')
    await expect(migrate(client, [first, broken])).rejects.toThrow(
      /20260101000002_test.sql failed: division by zero/,
    )
    const [tables] = await empty.asOwner(
      "select to_regclass('one') is not null as one, to_regclass('two') as two",
    )
    expect(tables).toEqual({ one: true, two: null })

    const slow = await connect()
    slow.on('error', () => {})
    const cut = migrate(slow, [
      first,
      migration(second.version, 'create table two (id int); select pg_sleep(60);'),
    ])
    const outcome = expect(cut).rejects.toThrow()
    const sleeping = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create table two%'
      and datname = current_database() and pid <> pg_backend_pid()`
    while ((await empty.asOwner(sleeping)).length === 0);
    await outcome
    expect(await migrate(client, [first, second])).toEqual([second.version])
  })

  it('notices a file that changed after it was applied, but not other line ends', async () => {
    const client = await connect()
    await migrate(client, [first])
    expect(await migrate(client, [{ ...first, sql: first.sql.replaceAll('\n', '\r\n') }])).toEqual([])
    const changed = { ...first, sql: first.sql.replace('(1)', '(2)') }
    await expect(migrate(client, [changed, second])).rejects.toThrow(/20260101000001_test.sql changed after/)
    expect(await empty.asOwner("select to_regclass('two') as two")).toEqual([{ two: null }])
  })

  it('accepts the ledger of the Supabase CLI, which splits a file into statements', async () => {
    const client = await connect()
    await migrate(client, [])
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      first.version,
      ['create table one (id int)', 'insert into one values (1)'],
      'test',
    ])
    expect(await migrate(client, [first])).toEqual([])
  })

  it('runs bootstrap and all migrations twice, and three servers at once, with one result', async () => {
    const { url: databaseUrl, ownerUrl: migrationUrl } = empty
    const open = () => openDatabase({ dataDir: '', databaseUrl, migrationUrl, owner: 'test', log: () => {} })
    const databases = await Promise.all([open(), open(), open()])
    await Promise.all(databases.map((database) => database.close()))
    const [ledger] = await empty.asOwner(
      'select count(*)::int as count from supabase_migrations.schema_migrations',
    )
    expect(ledger).toEqual({ count: readMigrations().length })
    const client = await connect()
    await bootstrap(client, readAdministrator(), readBootstrap())
    expect(await migrate(client, readMigrations())).toEqual([])
  })
})

describe('migration files', () => {
  it('refuses a name out of the pattern', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-files-'))
    writeFileSync(join(folder, '1_short.sql'), '')
    expect(() => readMigrations(folder)).toThrow(/1_short.sql: a migration is named/)
    rmSync(folder, { recursive: true })
  })

  it('refuses two of one number, as two branches bring them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-files-'))
    writeFileSync(join(folder, '20260101000001_mine.sql'), '')
    writeFileSync(join(folder, '20260101000001_yours.sql'), '')
    expect(() => readMigrations(folder)).toThrow(
      '20260101000001_mine.sql and 20260101000001_yours.sql have one number: give the one that is not merged yet a later one.',
    )
    rmSync(folder, { recursive: true })
  })
})
