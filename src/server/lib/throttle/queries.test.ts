import { afterAll, expect, it } from 'vitest'
import type { Transaction } from '#server/lib/db/database.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { countHit, resetHits, sweepThrottles } from './queries.ts'

const test = await testDatabase()
afterAll(() => test.close())

const now = Date.UTC(2026, 10, 21)
const throttle = { name: 'three a minute', hits: 3, seconds: 60 }
const inService = <T>(work: (tx: Transaction) => Promise<T>) =>
  test.database.transaction('supabase_auth_admin', {}, work)
const take = (key: string, at = now, other = throttle) => inService((tx) => countHit(tx, other, key, at))

it('allows a fixed number of hits in a time window, and then returns the seconds until the window ends', async () => {
  const waits = [await take('a'), await take('a', now + 10_000), await take('a', now + 20_000)]
  expect(waits).toEqual([0, 0, 0])
  expect(await take('a', now + 20_000)).toBe(40)
  expect(await take('a', now + 59_999)).toBe(1)
  expect(await take('a', now + 60_000)).toBe(0)
})

it('counts hits separately for each key and each throttle, and counts every concurrent hit', async () => {
  const waits = await Promise.all(Array.from({ length: 8 }, () => take('b')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  expect([await take('c'), await take('b', now, { ...throttle, name: 'another' })]).toEqual([0, 0])
})

it('does not count a hit toward a rate limit if its transaction fails, and allows more hits after the count is reset', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const failed = inService(async (tx) => {
      await countHit(tx, throttle, 'd', now)
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
  }
  for (const _ of [1, 2, 3]) expect(await take('d')).toBe(0)
  await inService((tx) => resetHits(tx, throttle, 'd'))
  expect(await take('d')).toBe(0)
})

it('deletes only the counts of expired time windows', async () => {
  await take('e', now)
  await take('f', now + 30_000)
  await inService((tx) => sweepThrottles(tx, now + 60_000))
  const rows = await test.asOwner("select key from private.throttles where key in ('e', 'f')")
  expect(rows).toEqual([{ key: 'f' }])
})
