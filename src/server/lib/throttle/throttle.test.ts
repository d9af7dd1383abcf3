import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { forgiveHits, sweepThrottles, takeHit } from './throttle.ts'

const test = await testDatabase()
afterAll(() => test.close())

const now = Date.UTC(2026, 10, 21)
const three = { name: 'three a minute', hits: 3, seconds: 60 }
const take = (key: string, at = now, throttle = three) =>
  test.database.transaction('supabase_auth_admin', {}, (tx) => takeHit(tx, throttle, key, at))

it('allows so many, then says how long to wait, until the window that began with the first is over', async () => {
  expect([await take('a'), await take('a', now + 10_000), await take('a', now + 20_000)]).toEqual([0, 0, 0])
  expect(await take('a', now + 20_000)).toBe(40)
  expect(await take('a', now + 59_999)).toBe(1)
  expect(await take('a', now + 60_000)).toBe(0)
})

it('counts each key and each name for itself', async () => {
  for (const _ of [1, 2, 3, 4]) await take('b')
  expect([await take('c'), await take('b', now, { ...three, name: 'another' })]).toEqual([0, 0])
})

it('counts hits at once as what they are', async () => {
  const waits = await Promise.all(Array.from({ length: 8 }, () => take('d')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

it('counts nothing that is rolled back, and forgets what is forgiven', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const undone = test.database.transaction('supabase_auth_admin', {}, async (tx) => {
      await takeHit(tx, three, 'e', now)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
  }
  for (const _ of [1, 2, 3]) expect(await take('e')).toBe(0)
  await test.database.transaction('supabase_auth_admin', {}, (tx) => forgiveHits(tx, three, 'e'))
  expect(await take('e')).toBe(0)
})

it('sweeps away windows that are over, and no others', async () => {
  await take('f', now)
  await take('g', now + 30_000)
  await test.database.transaction('supabase_auth_admin', {}, (tx) => sweepThrottles(tx, now + 60_000))
  const rows = await test.asOwner<{ key: string }>(
    "select key from private.throttles where key in ('f', 'g')",
  )
  expect(rows).toEqual([{ key: 'g' }])
})
