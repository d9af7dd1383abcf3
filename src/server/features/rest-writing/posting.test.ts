import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { ada, bob, key } from '#server/lib/rest/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { notesForTest } from './testing.ts'

const room = await notesForTest()
afterAll(() => room.close())
await room.asOwner(`
  create table public.pairs (a int, b text default 'none', c int not null default 5, primary key (a));
  grant insert, update (b, c) on public.pairs to authenticated;
  grant select (a) on public.pairs to authenticated`)

const post = (path: string, body: unknown, headers: object = {}) => room.ask('POST', path, { body, ...headers })
const stored = () => room.asOwner<{ id: number }>('select id, title, score, owner from notes order by id')
const before = JSON.stringify(await room.asOwner('select * from notes'))
beforeEach(async () => {
  await room.asOwner('delete from notes; delete from pairs')
  await room.asOwner('insert into notes select * from json_populate_recordset(null::notes, $1)', [before])
})

const pairs = () => room.asOwner('select * from pairs order by a')

it('lets a signed-in user insert rows into any table whose policies allow the insert', async () => {
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

it('[A3] checks forms from signed-in users in the same way as forms from visitors', async () => {
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

it('inserts either all rows of a request or none', async () => {
  const answer = await post('pairs', [{ a: 1 }, { a: 2 }], { prefer: 'count=exact' })
  expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([201, '', '*/2'])
  // Without row-level security, PostgreSQL would reveal the key and all values of the row.
  const again = await post('pairs', [{ a: 3 }, { a: 1 }])
  expect([again.status, again.json()]).toMatchObject([409, { code: '23505', details: null }])
  expect((await post('pairs', { a: 3, c: null })).json()).toMatchObject({ code: '23502', details: null })
  expect((await post('pairs', [])).status).toBe(201)
  expect(await pairs()).toHaveLength(2)
})

it("treats a missing key in an inserted row as null, or as the column's default if the client requests it", async () => {
  const path = 'pairs?columns="a","b","c"'
  const rows = [{ a: 1, b: null, c: 1, d: 'ignored' }, { a: 2 }]
  expect(await post(path, rows)).toMatchObject({ status: 400, code: '23502' })
  expect((await post(path, rows, { prefer: 'missing=default' })).status).toBe(201)
  expect(await pairs()).toEqual([
    { a: 1, b: null, c: 1 },
    { a: 2, b: 'none', c: 5 },
  ])
  const uneven = await post('pairs', [{ a: 3 }, { b: 'x' }])
  expect([uneven.status, uneven.json()]).toMatchObject([
    400,
    { code: 'PGRST102', message: 'All object keys must match' },
  ])
  expect(await post('notes', [{}, {}])).toMatchObject({ status: 400, code: '23502' })
})

it('merges or ignores duplicate rows in an insert, as the Prefer header requests', async () => {
  const merge = 'resolution=merge-duplicates'
  await room.asOwner(`insert into pairs values (1, 'old', 1)`)
  await room.asOwner('grant select on public.pairs to authenticated; grant update on public.pairs to authenticated')
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
})

it('returns the URL of the inserted row, or the row as a single object, if the client requests it', async () => {
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
  'rejects unknown columns and invalid bodies',
  testEach(
    [
      ['notes', { nickname: 'x' }, 'PGRST204'],
      ['notes?columns="title","nickname"', [{ title: 'x' }], 'PGRST204'],
      ['notes', 'null', 'PGRST102'],
      ['notes', '', 'PGRST102'],
      ['notes', { title: 'x', id: 'one' }, '22P02'],
    ],
    async (path, body, code) => {
      expect(await post(path, body)).toMatchObject({ status: 400, code })
    },
  ),
)

describe('PATCH', () => {
  it('changes the rows that match the filters and that the policies allow the user to change', async () => {
    const answer = await room.ask('PATCH', 'notes?id=in.(1,4)', { body: { score: 7 } })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([204, '', '0-0/*'])
    expect(answer.headers).not.toHaveProperty('content-type')
    expect((await stored()).map((row) => (row as { score?: string }).score)).toEqual(['7', '2', null, '9'])
  })

  it('returns the same response for missing rows as for rows of other users', async () => {
    for (const query of ['id=eq.4', 'id=eq.99']) {
      const answer = await room.ask('PATCH', `notes?${query}`, {
        body: { score: 7 },
        prefer: 'return=representation, count=exact',
      })
      expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([200, '[]', '*/0'])
    }
  })

  it('returns the changed rows on request', async () => {
    const body = { score: 3, tags: ['a', 'b'], data: { deep: [1, { x: null }] }, at: '2026-05-01T10:00:00Z' }
    const answer = await room.ask('PATCH', 'notes?id=eq.1&select=id,score,tags,data,words:title', {
      body,
      prefer: 'return=representation, count=exact',
    })
    expect([answer.status, answer.headers['content-range'], answer.json()]).toEqual([
      200,
      '0-0/1',
      [{ id: 1, score: 3, tags: ['a', 'b'], data: body.data, words: 'alpha' }],
    ])
    expect(answer.headers['preference-applied']).toBe('return=representation, count=exact')
  })

  it(
    'is rejected and changes nothing if the request is invalid',
    testEach(
      [
        ['notes', { score: 1 }, 400, '21000'],
        ['notes?select=id', { score: 1 }, 400, '21000'],
        ['notes?id=eq.1', { nickname: 'x' }, 400, 'PGRST204'],
        ['notes?id=eq.1', { 'title" = (select 1) --': 'x' }, 400, 'PGRST204'],
        ['notes?nickname=eq.1', { score: 1 }, 400, '42703'],
        ['notes?id=eq.1&limit=1', { score: 1 }, 400, 'PGRST100'],
        ['notes?id=eq.1&order=id', { score: 1 }, 400, 'PGRST100'],
        ['notes?id=eq.1', [{ score: 1 }], 400, 'PGRST102'],
        ['notes?id=eq.1', '', 400, 'PGRST102'],
        ['notes?id=eq.1', { score: 'much' }, 400, '22P02'],
        ['notes?id=eq.1', { title: null }, 400, '23502'],
        ['notes?id=eq.1', { title: 'forbidden' }, 400, '23514'],
        ['notes?id=eq.1', { title: 'gamma (2)' }, 409, '23505'],
        ['notes?id=eq.1', { owner: bob }, 403, '42501'],
        ['notes?id=eq.1', '{"title":"a\\u0000b"}', 400, '22P05'],
        ['nothing?id=eq.1', { a: 1 }, 404, 'PGRST205'],
      ],
      async (path, body, status, code) => {
        const was = await stored()
        const answer = await room.ask('PATCH', path, { body })
        expect([answer.status, answer.code]).toEqual([status, code])
        // PostgreSQL puts the row into the details of these errors.
        if (code.startsWith('23')) expect(answer.json()).toMatchObject({ details: null })
        expect(await stored()).toEqual(was)
      },
    ),
  )

  it('changes nothing if the request body contains no values', async () => {
    const was = await stored()
    expect((await room.ask('PATCH', 'notes?id=eq.1', { body: {} })).status).toBe(204)
    expect(await stored()).toEqual(was)
  })
})

describe('DELETE', () => {
  it('deletes the rows that match the filters and that the policies allow the user to delete', async () => {
    const answer = await room.ask('DELETE', 'notes?id=gte.3', { prefer: 'count=exact' })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([204, '', '*/1'])
    expect((await stored()).map(({ id }) => id)).toEqual([1, 2, 4])
    const last = await room.ask('DELETE', 'notes?title=eq.alpha&select=title', {
      prefer: 'return=representation',
    })
    expect([last.status, last.json(), last.headers['content-range']]).toEqual([200, [{ title: 'alpha' }], '*/*'])
  })

  it('is rejected without a filter or without a token', async () => {
    const was = await stored()
    const all = await room.ask('DELETE', 'notes')
    expect([all.status, all.json()]).toMatchObject([400, { code: '21000', message: 'DELETE requires a WHERE clause' }])
    const stranger = await room.ask('DELETE', 'notes?id=gt.0', { token: key })
    expect([stranger.status, stranger.code]).toEqual([401, '42501'])
    expect(await stored()).toEqual(was)
  })
})
