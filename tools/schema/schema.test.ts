import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { emptyDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { orderStatements, readSources } from './write-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ordered = async (sql: string) => {
  writeFileSync(join(folder, 'shop.sql'), sql)
  return orderStatements(await readSources(folder)).map((statement) => statement.sql)
}

describe('the statement sorter', () => {
  it('puts each statement after its dependencies, and otherwise keeps the original order', async () => {
    const statements = [
      'select private.fill()',
      'grant select on public.orders to anon',
      'create view public.totals as select private.rate() from public.orders',
      'create trigger log after insert on public.orders for each row execute function private.log()',
      'create table public.orders (id int default private.next(), kind int references public.kinds)',
      "comment on table public.kinds is 'Kinds'",
      'create table public.kinds (id int primary key, check (id < private.rate()))',
      "create function private.log() returns trigger language plpgsql as 'begin insert into public.totals values (1); end'",
      "create function private.rate() returns int language sql as 'select 1'",
      "create function private.next() returns int language sql as 'select count(*)::int from public.orders'",
      "create function private.fill() returns void language sql as 'select 1'",
      'create schema private',
    ]
    expect(await ordered(`${statements.join(';\n')};`)).toEqual(
      [11, 9, 8, 6, 4, 1, 2, 7, 3, 5, 10, 0].map((index) => statements[index]),
    )
  })

  it('names the statements of a circular dependency', async () => {
    const circle =
      'create table public.a (id public.b);\ncreate view public.b as select public.c();\ncreate function public.c() returns public.a language sql as $$ $$'
    await expect(ordered(circle)).rejects.toThrow(
      /need each other: \S+shop.sql:1 → \S+shop.sql:2 → \S+shop.sql:3 → \S+shop.sql:1/,
    )
  })

  it('names the file and line of a syntax error', async () => {
    await expect(ordered('select 1;\n-- ä\ncreat table x (id int);')).rejects.toThrow(
      /shop\.sql:3: syntax error at or near "creat"$/,
    )
  })
})

const test = await testDatabase()
afterAll(() => test.close())

describe('the schema', () => {
  it('[A2] enables row security for every table', async () => {
    const open = await test.asOwner(
      `select c.oid::regclass::text as table from pg_class c where relkind in ('r', 'p') and not relrowsecurity
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    expect(open).toEqual([])
  })

  it('[A2] grants the same rights in a hosted project whose defaults grant all rights to the request roles', async () => {
    const hosted = await emptyDatabase()
    for (const kind of ['tables', 'sequences', 'functions'])
      await hosted.asOwner(
        `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
      )
    const { url: databaseUrl, ownerUrl: migrationUrl } = hosted
    const options = { dataDir: '', databaseUrl, migrationUrl, owner: 'test', log: () => {} }
    await (await openDatabase(options)).close()
    const rights = `
      select what, grantee::regrole::text, privilege_type from (
        select oid::regclass::text as what, relacl as acl from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        union all
        select format('%s.%s', attrelid::regclass, attname), attacl from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        union all
        select oid::regprocedure::text, proacl from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      ) given cross join aclexplode(acl) order by 1, 2, 3`
    const [ours, theirs] = [await test.asOwner(rights), await hosted.asOwner(rights)]
    expect(ours.length).toBeGreaterThan(500)
    expect(theirs).toEqual(ours)
    await hosted.close()
  })

  it(
    'starts with an empty audit log and the rows that a new desk needs',
    testEach(
      [
        ['public.desk_settings', 1],
        ['public.reply_templates', 3],
        ['public.site_state', 1],
        ['private.last_cleanup', 1],
        ['public.audit_log', 0],
      ],
      async (table, rows) => {
        const fresh = await test.asOwner(`select count(*)::int as rows from ${table}`)
        expect([table, fresh]).toEqual([table, [{ rows }]])
      },
    ),
  )
})

it('requires dist/schema.sql to be up to date', async () => {
  const written = readFileSync('dist/schema.sql', 'utf8')
  for (const sql of orderStatements(await readSources()).map((statement) => statement.sql))
    expect(written.includes(sql), sql).toBe(true)
})
