import { afterAll, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { restForTest } from './testing.ts'

const room = await restForTest()
afterAll(() => room.close())

const table = 'strategy_call_bookings'
const post = (prefer: string, change = {}) => room.post(table, booking(change), { prefer })

it('answers nothing when nothing or the minimum is wanted', async () => {
  const plain = await room.post(table, booking())
  expect(plain.headers).toMatchObject({ 'content-range': '*/*', 'content-length': '0' })
  expect(plain.headers).not.toHaveProperty('content-type')
  expect(plain.headers).not.toHaveProperty('preference-applied')
  const minimal = await post('return=minimal, count=exact')
  expect(minimal.headers).toMatchObject({
    'content-range': '*/1',
    'preference-applied': 'return=minimal, count=exact',
  })
  expect(minimal.body).toBe('')
})

it('answers with the address of the row', async () => {
  const id = crypto.randomUUID()
  expect((await post('return=headers-only', { id })).headers.location).toBe(`/${table}?id=eq.${id}`)
  const made = (await post('return=headers-only')).headers.location
  const [, madeId] = /^\/strategy_call_bookings\?id=eq\.([0-9a-f-]{36})$/.exec(String(made)) ?? []
  expect(await room.asOwner(`select 1 as there from ${table} where id = $1`, [madeId])).toEqual([
    { there: 1 },
  ])
})

it('shows nobody a stored row: the database refuses, and nothing stays', async () => {
  const before = await room.count()
  const answer = await post('return=representation')
  expect([answer.statusCode, answer.headers['www-authenticate'], answer.json()]).toEqual([
    401,
    'Bearer',
    { code: '42501', message: `permission denied for table ${table}`, details: null, hint: null },
  ])
  expect(
    (await room.post(`${table}?select=id`, booking(), { prefer: 'return=representation' })).statusCode,
  ).toBe(401)
  expect(await room.count()).toBe(before)
})

it.each(['merge-duplicates', 'ignore-duplicates'])('changes no row by resolution=%s', async (resolution) => {
  const id = crypto.randomUUID()
  await room.post(table, booking({ id }))
  const path = `${table}?on_conflict=id`
  const answer = await room.post(path, booking({ id, name: 'Mallory' }), {
    prefer: `resolution=${resolution}`,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([401, '42501'])
  expect(await room.asOwner(`select name from ${table} where id = $1`, [id])).toEqual([
    { name: 'Ada Lovelace' },
  ])
})

it('passes over unknown preferences', async () => {
  expect((await post('return=sometimes, mood=good')).statusCode).toBe(201)
})
