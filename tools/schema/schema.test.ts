import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { bootstrap } from '#server/lib/db/migrating/migrate.ts'
import { readAdministrator, readBootstrap } from '#server/lib/db/migrating/migration-files.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { schemaOf } from './schema.ts'
import { applySources, readSources } from './sources.ts'

type Place = Pick<TestDatabase, 'ownerUrl'>

async function connected<T>({ ownerUrl }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** How many rows each table holds after the migrations. */
async function rowsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  const counts: Record<string, string> = {}
  for (const { name } of tables) {
    counts[name] =
      (await client.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]?.count ?? ''
  }
  return counts
}

describe.each(inject('servers'))('the migrations on %s', (server) => {
  let test: TestDatabase
  let declared: Awaited<ReturnType<typeof emptyDatabase>>
  beforeAll(async () => {
    ;[test, declared] = await Promise.all([testDatabase(server), emptyDatabase(server)])
    await connected(declared, async (client) => {
      await bootstrap(client, readAdministrator(), readBootstrap())
      await applySources(client, await readSources())
    })
  }, 60_000)
  afterAll(() => Promise.all([test.close(), declared.close()]))

  it('what supabase/schemas says', async () => {
    const hint = '`npm run migration -- <name>` writes what is missing'
    expect(await connected(test, schemaOf), hint).toBe(await connected(declared, schemaOf))
  })

  it('the rows that tables begin with', async () => {
    expect(await connected(test, rowsOf)).toEqual(await connected(declared, rowsOf))
  })

  it('no table without row security', async () => {
    const open = await test.asOwner(
      `select c.oid::regclass::text as table from pg_class c where relkind in ('r', 'p') and not relrowsecurity
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    expect(open).toEqual([])
  })

  it('the same on a hosted project, whose defaults give the request roles everything', async () => {
    const hosted = await emptyDatabase(server)
    for (const kind of ['tables', 'sequences', 'functions']) {
      await hosted.asOwner(
        `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
      )
    }
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: hosted.url,
      migrationUrl: hosted.ownerUrl,
      owner: 'test',
      log: () => {},
    })
    await database.close()
    expect(await connected(hosted, schemaOf)).toBe(await connected(declared, schemaOf))
    await hosted.close()
  }, 60_000)
})
