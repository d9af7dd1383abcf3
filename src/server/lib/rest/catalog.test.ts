import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { relationOf } from '#server/lib/query-grammar/catalog.ts'
import { openCatalog } from './catalog.ts'

const test = await testDatabase()
afterAll(() => test.close())

let now = 1_000_000
const catalog = openCatalog(test.database, () => now)
const find = (name: string) => catalog.resolve((known) => relationOf(known, name))

it('lists only the tables, views and functions of the public schema', async () => {
  await test.asOwner(`
    create domain public.percent as integer check (value <= 100);
    create table public.parts (id int, share percent, code char(3), half int generated always as (id / 2) stored,
      primary key (id)) partition by list (id);
    create table public.parts_one partition of public.parts for values in (1);
    create function public.shares(lowest percent, out part int, out share percent) returns setof record
      language sql as 'select 1, 1'`)
  const { relations, routines } = await catalog.resolve((known) => known)
  expect([...(relations.get('parts')?.columns.values() ?? [])]).toEqual([
    { name: 'id', type: 'integer', defaultText: null, isKey: true },
    { name: 'share', type: 'integer', defaultText: null, isKey: false },
    // A cast to `char(3)` would truncate values, and `char` would have length one.
    { name: 'code', type: 'bpchar', defaultText: null, isKey: false },
    { name: 'half', type: 'integer', defaultText: null, isKey: false },
  ])
  for (const name of ['parts_one', 'signing_keys', 'users', 'pg_class']) expect(relations.has(name)).toBe(false)
  for (const name of ['staff_role', 'record', 'after_message_insert', 'now']) expect(routines.has(name)).toBe(false)
  expect([...(routines.get('shares')?.[0]?.columns?.keys() ?? [])]).toEqual(['part', 'share'])
})

it('reads the database catalog again if a requested name is missing, but not for every request', async () => {
  await test.asOwner('create table public.later (id int)')
  await expect(find('later')).rejects.toThrow('later')
  now += 5000
  expect((await find('later')).columns.has('id')).toBe(true)
  await test.asOwner('create table public.latest (id int)')
  now += 4999
  await expect(find('latest')).rejects.toThrow('latest')
  now += 1
  expect((await Promise.all([find('latest'), find('latest'), find('later')])).map(({ name }) => name)).toEqual([
    'latest',
    'latest',
    'later',
  ])
})

it('updates the cached catalog within ten seconds after a known table or function changes', async () => {
  const seen = async () =>
    catalog.resolve(({ relations, routines }) => [
      [...(relations.get('parts')?.columns.keys() ?? [])].length,
      routines.get('shares')?.length,
    ])
  now += 10_000
  expect(await seen()).toEqual([4, 1])
  await test.asOwner(`alter table public.parts add more text;
    create function public.shares(lowest text) returns int language sql as 'select 1'`)
  now += 9999
  expect(await seen()).toEqual([4, 1])
  now += 1
  expect(await seen()).toEqual([5, 2])
})

it('does not cache a failure to read the database catalog', async () => {
  let isAway = true
  const flaky = openCatalog(
    {
      ...test.database,
      transaction: (...work) => (isAway ? Promise.reject(new Error('away')) : test.database.transaction(...work)),
    },
    () => now,
  )
  await expect(flaky.resolve(() => 1)).rejects.toThrow('away')
  isAway = false
  expect(await flaky.resolve(() => 1)).toBe(1)
})
