import { afterAll, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const table = 'strategy_call_bookings'
const columns = (...names: string[]) => `${table}?columns=${encodeURIComponent(names.map((n) => `"${n}"`).join(','))}`

it('inserts every row of an array that a visitor sends in one request', async () => {
  const before = await room.count()
  const answer = await room.post(table, [booking(), booking(), booking()], { prefer: 'count=exact' })
  expect([answer.statusCode, answer.headers['content-range']]).toEqual([201, '*/3'])
  expect(await room.count()).toBe(before + 3)
})

it('inserts no row if one of several rows is rejected, and names the rejected row', async () => {
  const before = await room.count()
  const answer = await room.post(table, [booking(), booking({ email: 'nobody' })])
  expect([answer.statusCode, answer.json().hint]).toEqual([400, 'row 2: email must look like name@example.com'])
  const id = crypto.randomUUID()
  expect((await room.post(table, [booking({ id }), booking({ id })])).statusCode).toBe(409)
  expect(await room.count()).toBe(before)
})

it('accepts an insert of an empty array, but stores nothing', async () => {
  const before = await room.count()
  const answer = await room.post(table, [], { prefer: 'count=exact' })
  expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([201, '*/0', ''])
  expect(await room.count()).toBe(before)
})

it('ignores row keys that the columns parameter of an insert does not list', async () => {
  const id = crypto.randomUUID()
  const listed = Object.keys(booking()).filter((name) => name !== 'message')
  const body = [booking({ id, status: 'spam', nickname: 'x' })]
  expect((await room.post(columns('id', ...listed), body)).statusCode).toBe(201)
  expect(await room.asOwner(`select message, status from ${table} where id = $1`, [id])).toEqual([
    { message: null, status: 'new' },
  ])
})

it('rejects an insert if a listed column does not exist or cannot be set by visitors', async () => {
  for (const name of ['nickname', 'status']) {
    const answer = await room.post(columns('name', name), [booking()])
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST204'])
  }
})

it("treats a missing key of an inserted row as null, or as the column's default if the request asks for defaults", async () => {
  const path = columns('id', ...Object.keys(booking()))
  const withNull = await room.post(path, [booking()])
  expect([withNull.statusCode, withNull.json().hint]).toEqual([400, 'id is required'])
  const withDefault = await room.post(path, [booking(), booking({ id: crypto.randomUUID() })], {
    prefer: 'missing=default',
  })
  expect([withDefault.statusCode, withDefault.headers['preference-applied']]).toEqual([201, 'missing=default'])
})

it(
  'rejects parameters that do not belong in an insert',
  testEach(
    ['columns=', 'columns="a', 'columns=a&columns=b', 'order=name', 'name=eq.x', 'on_conflict=id'],
    async (query) => {
      expect((await room.post(`${table}?${query}`, booking())).statusCode).toBe(400)
    },
  ),
)

const asked = (prefer: string, change = {}) => room.post(table, booking(change), { prefer })

it('sends an empty body in response to an insert', async () => {
  const plain = await room.post(table, booking())
  expect(plain.headers).toMatchObject({ 'content-range': '*/*', 'content-length': '0' })
  expect(plain.headers).not.toHaveProperty('content-type')
  expect(plain.headers).not.toHaveProperty('preference-applied')
})

it('returns the URL of the inserted row if the client sends return=headers-only', async () => {
  const id = crypto.randomUUID()
  expect((await asked('return=headers-only', { id })).headers.location).toBe(`/${table}?id=eq.${id}`)
  const made = (await asked('return=headers-only')).headers.location
  const [, madeId] = /^\/strategy_call_bookings\?id=eq\.([0-9a-f-]{36})$/.exec(String(made)) ?? []
  expect(await room.asOwner(`select 1 as there from ${table} where id = $1`, [madeId])).toEqual([{ there: 1 }])
})

it('[A1] rejects an insert by a visitor, and stores nothing, if the request asks for the stored row', async () => {
  const before = await room.count()
  const answer = await asked('return=representation')
  expect([answer.statusCode, answer.headers['www-authenticate'], answer.json()]).toEqual([
    401,
    'Bearer',
    { code: '42501', message: `permission denied for table ${table}`, details: null, hint: null },
  ])
  expect((await room.post(`${table}?select=id`, booking(), { prefer: 'return=representation' })).statusCode).toBe(401)
  expect(await room.count()).toBe(before)
})

it.each(['merge-duplicates', 'ignore-duplicates'])(
  '[A1] rejects resolution=%s from visitors, and changes no existing row',
  async (resolution) => {
    const id = crypto.randomUUID()
    await room.post(table, booking({ id }))
    const path = `${table}?on_conflict=id`
    const answer = await room.post(path, booking({ id, name: 'Mallory' }), {
      prefer: `resolution=${resolution}`,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, '42501'])
    expect(await room.asOwner(`select name from ${table} where id = $1`, [id])).toEqual([{ name: 'Ada Lovelace' }])
  },
)
