import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { bootstrap } from '#server/lib/db/migrating/migrate.ts'
import { readAdministrator, readBootstrap } from '#server/lib/db/migrating/migration-files.ts'
import { templateName } from '#server/lib/db/test-servers.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { differenceOf } from './difference.ts'
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
    expect(await differenceOf(test.ownerUrl, declared.ownerUrl), hint).toEqual([])
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
    const defaults = async (change: string) => {
      for (const kind of ['tables', 'sequences', 'functions'])
        await hosted.asOwner(
          `alter default privileges in schema public ${change.replace('all', `all on ${kind}`)} anon, authenticated, service_role`,
        )
    }
    await defaults('grant all to')
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: hosted.url,
      migrationUrl: hosted.ownerUrl,
      owner: 'test',
      log: () => {},
    })
    await database.close()
    await defaults('revoke all from')
    expect(await differenceOf(hosted.ownerUrl, declared.ownerUrl)).toEqual([])
    await hosted.close()
  }, 60_000)

  // That two databases are the same is the word of a library, so a difference of each kind is shown to it.
  it('and a difference of each kind is seen', async () => {
    const plants: [change: string, undone: RegExp][] = [
      ['alter table public.contact_messages alter message set default 1', /"message" DROP DEFAULT/],
      ['alter table public.contact_messages alter message drop not null', /"message" SET NOT NULL/],
      ['alter table public.contact_messages alter inquiry_type type varchar(99)', /"inquiry_type" TYPE text/],
      ['alter table public.contact_messages add column planted text', /DROP COLUMN "planted"/],
      [
        'alter table public.contact_messages add constraint planted check (true)',
        /DROP CONSTRAINT "planted"/,
      ],
      ['alter table public.contact_messages disable row level security', /"contact_messages" ENABLE ROW/],
      ['alter table public.outbox force row level security', /"outbox" NO FORCE ROW/],
      ['create policy planted on public.outbox for select to anon using (true)', /DROP POLICY "planted"/],
      [
        'alter policy "programs of ours" on public.user_interactions using (false)',
        /POLICY "programs of ours"/,
      ],
      ['grant select (name) on public.contact_messages to anon', /REVOKE ALL \("name"\) .* FROM "anon"/],
      ['grant select on private.signing_keys to anon', /REVOKE ALL ON TABLE "private"."signing_keys" FROM/],
      ['grant execute on function private.active_hosts() to anon', /REVOKE ALL ON FUNCTION .*"active_hosts"/],
      ['grant create on schema private to anon', /ON SCHEMA "private"/],
      [
        'alter function private.touch_updated_at() security definer',
        /REPLACE FUNCTION private.touch_updated_at/,
      ],
      [
        "alter function private.staff_role() set search_path = 'public'",
        /REPLACE FUNCTION private.staff_role/,
      ],
      [
        'create or replace function private.moment() returns timestamptz language sql stable as $$ select now() + interval $_$1 day$_$ $$',
        /REPLACE FUNCTION private.moment/,
      ],
      ["comment on column public.outbox.id is 'planted'", /COMMENT ON COLUMN "public"."outbox"."id" IS NULL/],
      ['create index planted on public.outbox (kind, id)', /DROP INDEX "public"."planted"/],
      [
        'create trigger planted before delete on public.outbox for each row execute function private.touch_updated_at()',
        /DROP TRIGGER "planted"/,
      ],
      ['alter table public.outbox disable trigger limit_letters', /ENABLE TRIGGER "limit_letters"/],
      ['create view public.planted_view as select 1 as one', /DROP VIEW "public"."planted_view"/],
      ["create type public.planted_type as enum ('one')", /DROP TYPE "public"."planted_type"/],
      ['create sequence public.planted_sequence', /DROP SEQUENCE "public"."planted_sequence"/],
      ['create unlogged table private.planted_table (id int)', /DROP TABLE "private"."planted_table"/],
    ]
    const other = await emptyDatabase(server, `template ${templateName} strategy file_copy`)
    for (const [change] of plants) await other.asOwner(change)
    const seen = (await differenceOf(other.ownerUrl, declared.ownerUrl)).map(({ sql }) => sql)
    await other.close()
    const unseen = plants.filter(([, undone]) => !seen.some((sql) => undone.test(sql)))
    expect(unseen.map(([change]) => change)).toEqual([])
  })
})
