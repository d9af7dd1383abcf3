import { afterAll, describe, expect, it } from 'vitest'
import { booking } from '#server/lib/db/rows-testing.ts'
import { limitedApp } from './limits-testing.ts'

let isDiskNearlyFull = false
const running = await limitedApp({ isDiskNearlyFull: () => isDiskNearlyFull })
const { from, move, next, test } = running
afterAll(() => running.close())

const table = 'strategy_call_bookings'
const preferred_time = new Date(Date.now() + 30 * 86_400_000).toISOString()
const bookings = (count: number, message: string) =>
  Array.from({ length: count }, () => booking({ email: `${crypto.randomUUID()}@example.com`, preferred_time, message }))
const events = (count: number, letters: number) =>
  Array.from({ length: count }, () => ({
    session_id: crypto.randomUUID(),
    event_type: 'error',
    event_data: { name: 'x'.repeat(letters) },
  }))

describe('[R1] the daily storage limit for one IP address', () => {
  it('allows a hundred bookings of maximum length', async () => {
    next(24)
    const flood = from('203.0.113.7')
    const ten = bookings(10, 'x'.repeat(5000))
    for (let i = 0; i < 10; i++) {
      expect((await flood.rows(table, ten)).statusCode).toBe(201)
      move(60)
    }
    next()
    const refused = await flood.rows(table, ten)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, `${23 * 3600}`])
    expect((await from('203.0.113.8').rows(table, ten)).statusCode).toBe(201)
    next(24)
    expect((await flood.rows(table, ten)).statusCode).toBe(201)
  })

  it('allows twenty megabytes of interactions', async () => {
    next(24)
    const flood = from('203.0.113.7')
    const seven = events(7, 8000)
    let stored = 0
    while ((await flood.rows('user_interactions', seven)).statusCode === 201) stored += 7
    expect(stored).toBeGreaterThan(20_000_000 / 8400)
    expect(stored).toBeLessThan(20_000_000 / 8000)
    expect((await from('203.0.113.8').rows('user_interactions', seven)).statusCode).toBe(201)
  })
})

it('[D3] stores bookings but refuses interactions if the disk is nearly full', async () => {
  isDiskNearlyFull = true
  const visitor = from('203.0.113.9')
  const refused = await visitor.rows('user_interactions', events(1, 1))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect((await visitor.rows(table, bookings(1, ''))).statusCode).toBe(201)
  expect(await test.asOwner("select 1 from user_interactions where event_data ->> 'name' = 'x'")).toEqual([])
})
