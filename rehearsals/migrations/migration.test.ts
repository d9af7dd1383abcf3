import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Migration } from '#server/lib/db/migrating/migration-files.ts'
import { ask } from '#server/lib/test-door.ts'
import { makeMigration, migrationFile } from '#tools/schema/migration.ts'
import { readSources } from '#tools/schema/sources.ts'

let folder: string
let server: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backline-sources-'))
  server = await ask('embedded')
})
afterAll(() => rmSync(folder, { recursive: true }))

const migration = (sql: string): Migration => ({ version: '20260101000001', name: 'first', sql })

/** The migration that is written to get from one SQL text to another. */
async function written(before: string, after: string): Promise<string | null> {
  writeFileSync(join(folder, 'shop.sql'), after)
  return makeMigration(server, [migration(before)], await readSources(folder))
}

const shop = `create schema private;
create table public.orders (id int primary key, status text not null);
alter table public.orders enable row level security;
create policy "staff read" on public.orders for select to authenticated using (true);`

describe('the migration that is written', () => {
  it('is none where nothing differs, however the sources are ordered', async () => {
    const [schema = '', table = '', ...rest] = shop.split('\n')
    expect(await written(shop, [...rest, table, schema].join('\n'))).toBeNull()
  })

  it('adds a column where it belongs, with its check and grant, and replaces the function that changed in its own words alone', async () => {
    const functions = (greeting: string) => `
create function private.other() returns int language sql as $$ select 1 $$;
-- A comment; with a semicolon.
create function private.greeting() returns text
  language sql immutable
  as $$ select '${greeting};' $$;`
    const text = await written(
      shop + functions('hello'),
      `${shop.replace('status', () => "country text check (country ~ '^[A-Z]{2}$'), status")}
      grant select (country) on public.orders to authenticated;${functions('good day')}`,
    )
    expect(text).toBe(`set check_function_bodies = off;

alter table public.orders add column country text;

create or replace function private.greeting() returns text
  language sql immutable
  as $$ select 'good day;' $$;

alter table public.orders add constraint orders_country_check check ((country ~ '^[A-Z]{2}$'::text));

grant select (country) on table public.orders to authenticated;

reset check_function_bodies;
`)
  })

  it('of all is the sources, in an order in which they run', async () => {
    const [schema, table, ...rest] = shop.split('\n')
    writeFileSync(join(folder, 'shop.sql'), [...rest, table, schema].join('\n'))
    expect(await makeMigration(server, [], await readSources(folder))).toBe(
      `${[table, schema, ...rest].join('\n\n')}\n`,
    )
  })

  it('does not throw data away by itself, and says what it is about', async () => {
    const text = await written(shop, shop.replace('status text', 'state text'))
    expect(text).toMatch(/^-- This throws data away/m)
    expect(text).toMatch(/^-- alter table public\.orders drop column status;$/m)
    expect(text).toMatch(
      /^-- Rows that are there have no value for this.*\nalter table public\.orders add column state text not null;$/m,
    )
  })

  it('gives what is new to nobody who is not named', async () => {
    const text = await written(
      shop,
      `${shop}
create function public.total() returns int language sql as 'select 1';
grant execute on function public.total() to authenticated;
create table private.notes (id int);
alter table private.notes enable row level security;`,
    )
    expect(text).toContain('revoke all on function public.total() from public;')
    expect(text).toContain('grant execute on function public.total() to authenticated;')
    expect(text).toContain('alter table private.notes enable row level security;')
    expect(text).not.toMatch(/postgres|owner/i)
  })
})

describe('a source that is wrong is named by file and line', () => {
  it.each([
    [
      'a slip of the pen',
      'select 1;\ncreat table x (id int);',
      'shop.sql:2: syntax error at or near "creat"',
    ],
    [
      'a name that is nowhere',
      'select 1;\n\n-- ä\ncreate table public.x (\n  id int default private.y()\n);',
      'shop.sql:5: schema "private" does not exist',
    ],
    [
      'a type that is nowhere, of a table that others wait for',
      'alter table public.x enable row level security;\ncreate table public.x (\n  id integre\n);\ncreate table public.y (id int references public.x);',
      'shop.sql:3: type "integre" does not exist',
    ],
    [
      'a slip inside a function',
      'create function public.x() returns int language plpgsql as $$\nbegin\n  retrun 1;\nend $$;',
      'shop.sql:3: syntax error at or near "retrun"',
    ],
    [
      'a thing made twice',
      'create function public.x() returns int language sql as $$ select 1 $$;\ncreate function public.x() returns int language sql as $$ select 2 $$;',
      'shop.sql:2: function "x" already exists with same argument types',
    ],
  ])('%s', async (_, sql, sentence) => {
    await expect(written('select 1', sql)).rejects.toThrow(sentence)
  })
})

describe('its file', () => {
  const now = new Date('2026-11-22T15:50:14Z')
  it('has the time for its number, or what follows the last', () => {
    expect(migrationFile('a_column', [], now)).toBe('20261122155014_a_column.sql')
    const later = { ...migration(''), version: '20270101000000' }
    expect(migrationFile('a_column', [later], now)).toBe('20270101000001_a_column.sql')
  })

  it.each(['', 'A', 'a-b', 'a b', '../a', 'a.sql', '_a'])(
    "has a name that is one, which '%s' is not",
    (name) => {
      expect(() => migrationFile(name, [], now)).toThrow(`'${name}' is no name of a migration`)
    },
  )
})
