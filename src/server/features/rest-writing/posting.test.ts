import { afterAll, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { ada, bob } from '#server/lib/rest/testing.ts'
import { eachOf } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())
await room.asOwner(`
  create table public.pairs (a int, b text default 'none', c int not null default 5, primary key (a));
  grant insert, update (b, c) on public.pairs to authenticated;
  grant select (a) on public.pairs to authenticated`)

const post = (path: string, body: unknown, headers: object = {}) =>
  room.ask('POST', path, { body, ...headers })
const pairs = () => room.asOwner('select * from pairs order by a')

it('inserts for somebody signed in what the policies allow, whatever the table', async () => {
  const answer = await post('notes?select=title,owner', { title: 'one' }, { prefer: 'return=representation' })
  expect([answer.status, answer.json(), answer.headers['content-range']]).toEqual([
    201,
    [{ title: 'one', owner: ada }],
    '*/*',
  ])
  const others = await post('notes', { title: 'two', owner: bob })
  expect([others.status, others.code]).toEqual([403, '42501'])
  expect(await post('nothing', {})).toMatchObject({ status: 404, code: 'PGRST205' })
})

it('takes the forms of somebody signed in as it takes those of visitors, and no more', async () => {
  const table = 'strategy_call_bookings'
  const heard = async (...asked: Parameters<typeof post>) => {
    const { status, code } = await post(...asked)
    return [status, code]
  }
  expect(await heard(table, booking())).toEqual([201, undefined])
  expect(await heard('contact_messages', message())).toEqual([201, undefined])
  const visit = { session_id: ada, event_type: 'page_view' }
  expect(await heard('user_interactions', [visit, visit])).toEqual([201, undefined])
  expect(await heard(table, booking({ email: 'nobody' }))).toEqual([400, '23514'])
  expect(await heard(table, { ...booking(), status: 'confirmed' })).toEqual([400, 'PGRST204'])
  expect(await heard('user_interactions', { ...visit, visitor_key: 1 })).toEqual([400, 'PGRST204'])
  for (const prefer of ['return=representation', 'resolution=merge-duplicates'])
    expect(await heard(`${table}?select=id`, booking(), { prefer })).toEqual([403, '42501'])
})

it('inserts many in one statement, all or none', async () => {
  const answer = await post('pairs', [{ a: 1 }, { a: 2 }], { prefer: 'count=exact' })
  expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([201, '', '*/2'])
  // Without row-level security PostgreSQL would name the key and the whole row.
  const again = await post('pairs', [{ a: 3 }, { a: 1 }])
  expect([again.status, again.json()]).toMatchObject([409, { code: '23505', details: null }])
  expect((await post('pairs', { a: 3, c: null })).json()).toMatchObject({ code: '23502', details: null })
  expect((await post('pairs', [])).status).toBe(201)
  expect(await pairs()).toHaveLength(2)
  await room.asOwner('delete from pairs')
})

it('fills what a row lacks with null, or with the default when asked', async () => {
  const path = 'pairs?columns="a","b","c"'
  const rows = [{ a: 1, b: null, c: 1, d: 'ignored' }, { a: 2 }]
  expect(await post(path, rows)).toMatchObject({ status: 400, code: '23502' })
  expect((await post(path, rows, { prefer: 'missing=default' })).status).toBe(201)
  expect(await pairs()).toEqual([
    { a: 1, b: null, c: 1 },
    { a: 2, b: 'none', c: 5 },
  ])
  expect(await post('pairs', [{ a: 3 }, { b: 'x' }])).toMatchObject({ status: 400, code: 'PGRST102' })
  expect(await post('notes', [{}, {}])).toMatchObject({ status: 400, code: '23502' })
  await room.asOwner('delete from pairs')
})

it('changes rows that are there when asked, or passes over them', async () => {
  const merge = 'resolution=merge-duplicates'
  await room.asOwner(`insert into pairs values (1, 'old', 1)`)
  await room.asOwner(
    'grant select on public.pairs to authenticated; grant update on public.pairs to authenticated',
  )
  expect((await post('pairs', { a: 1, b: 'new' }, { prefer: merge })).status).toBe(200)
  expect(
    (
      await post(
        'pairs?on_conflict=a',
        [
          { a: 1, b: 'newer' },
          { a: 2, b: 'x' },
        ],
        { prefer: merge },
      )
    ).status,
  ).toBe(201)
  const ignored = await post('pairs', [{ a: 2, b: 'ignored' }], {
    prefer: 'resolution=ignore-duplicates, return=representation, count=exact',
  })
  expect([ignored.status, ignored.text, ignored.headers['content-range']]).toEqual([201, '[]', '*/0'])
  expect(await pairs()).toEqual([
    { a: 1, b: 'newer', c: 1 },
    { a: 2, b: 'x', c: 5 },
  ])
  expect(await post('pairs?on_conflict=nickname', { a: 1 }, { prefer: merge })).toMatchObject({
    status: 400,
    code: '42703',
  })
  await room.asOwner('delete from pairs')
})

it('gives the address of the row, and one object when one is wanted', async () => {
  const { headers } = await post('pairs', { a: 7 }, { prefer: 'return=headers-only' })
  expect(headers.location).toBe('/pairs?a=eq.7')
  const accept = 'application/vnd.pgrst.object+json'
  const one = await post('pairs?select=a', { a: 8 }, { prefer: 'return=representation', accept })
  expect([one.status, one.json()]).toEqual([201, { a: 8 }])
  const two = await post('pairs', [{ a: 9 }, { a: 10 }], { prefer: 'return=representation', accept })
  expect([two.status, two.code]).toEqual([406, 'PGRST116'])
  expect(await pairs()).toHaveLength(2)
})

it(
  'refuses bodies of other types',
  eachOf(
    [
      ['notes', { nickname: 'x' }, 'PGRST204'],
      ['notes?columns="title","nickname"', [{ title: 'x' }], 'PGRST204'],
      ['notes?id=eq.1', { title: 'x' }, 'PGRST100'],
      ['notes', 'null', 'PGRST102'],
      ['notes', '', 'PGRST102'],
      ['notes', { title: 'x', id: 'one' }, '22P02'],
    ],
    async (path, body, code) => {
      expect(await post(path, body)).toMatchObject({ status: 400, code })
    },
  ),
)
