import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '#server/lib/db/database.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { Sharing } from './sharing.ts'
import { WindowLimiter } from './window-limiter.ts'

const day = 86_400_000
const hour = { points: 20, seconds: 3600 } as const

describe.each(inject('servers'))('processes on %s', (server) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase(server)
  })
  afterAll(() => test.close())

  /** A process as far as limits go; `lead` is how far its clock is ahead. */
  function processWith(database: Database, lead = 0) {
    const said: string[] = []
    const clock = () => Date.now() + lead
    const sharing = new Sharing(database, clock, (message) => said.push(message))
    const limiter = new WindowLimiter('doors', hour, clock, sharing)
    return { sharing, limiter, said }
  }

  it('a limit spent on one is spent on the other after an exchange', async () => {
    const [one, two] = [processWith(test.database), processWith(test.database)]
    expect(one.limiter.take('203.0.113.7', 12)).toBe(0)
    expect(two.limiter.take('203.0.113.7', 7)).toBe(0)
    for (const { sharing } of [one, two, one]) await sharing.exchange()
    expect(one.limiter.take('203.0.113.7', 1)).toBe(0)
    expect(one.limiter.take('203.0.113.7', 1)).toBeGreaterThan(0)
    // A third that never saw the address before.
    const three = processWith(test.database)
    await one.sharing.exchange()
    await three.sharing.exchange()
    expect(three.limiter.take('203.0.113.7', 1)).toBeGreaterThan(0)
    expect(three.limiter.take('203.0.113.8', 20)).toBe(0)
  })

  it('an exchange that is repeated counts nothing twice', async () => {
    const [one, two] = [processWith(test.database), processWith(test.database)]
    for (let round = 0; round < 4; round++) {
      one.limiter.take('198.51.100.1', 4)
      await one.sharing.exchange()
      await two.sharing.exchange()
    }
    expect(two.limiter.take('198.51.100.1', 4)).toBe(0)
    expect(two.limiter.take('198.51.100.1', 1)).toBeGreaterThan(0)
  })

  it('keeps no address, and nothing of a client who comes nowhere near a limit', async () => {
    const { sharing, limiter } = processWith(test.database)
    await sharing.exchange()
    const before = await test.asOwner('select * from private.rate_limit_hits')
    limiter.take('192.0.2.99', 1)
    await sharing.exchange()
    expect(await test.asOwner('select * from private.rate_limit_hits')).toEqual(before)
    limiter.take('192.0.2.99', 9)
    await sharing.exchange()
    const after = await test.asOwner('select * from private.rate_limit_hits')
    expect(after).toHaveLength(before.length + 1)
    expect(JSON.stringify(after)).not.toMatch(/192\.0\.2|203\.0\.113|198\.51\.100/)
  })

  it('takes a new salt each day and throws the old one away, and rows with their window', async () => {
    const salts = () =>
      test.asOwner<{ day: string; salt: string }>('select day::text, salt from private.rate_limit_salts')
    const today = processWith(test.database)
    today.limiter.take('203.0.113.50', 20)
    await today.sharing.exchange()
    const [first] = await salts()
    expect(first?.salt).toMatch(/^[0-9a-f-]{72}$/)
    const tomorrow = processWith(test.database, day)
    tomorrow.limiter.take('203.0.113.50', 5)
    await tomorrow.sharing.exchange()
    const [second, ...others] = await salts()
    expect([others, second?.salt === first?.salt]).toEqual([[], false])
    await test.asOwner(`update private.rate_limit_hits set until = now() - interval '1 second'`)
    await today.sharing.exchange()
    expect(await test.asOwner('select * from private.rate_limit_hits')).toEqual([])
  })

  it('goes on alone while the database does not answer, says so once, and catches up', async () => {
    let down = true
    const database: Database = {
      ...test.database,
      transaction: (...args) =>
        down ? Promise.reject(new Error('down')) : test.database.transaction(...args),
    }
    const [one, two] = [processWith(database), processWith(test.database)]
    expect(one.limiter.take('203.0.113.60', 20)).toBe(0)
    for (let i = 0; i < 3; i++) await one.sharing.exchange()
    expect(one.limiter.take('203.0.113.60', 1)).toBeGreaterThan(0)
    expect(one.said).toEqual(['request limits are counted by this process alone'])
    down = false
    await one.sharing.exchange()
    await two.sharing.exchange()
    expect(two.limiter.take('203.0.113.60', 1)).toBeGreaterThan(0)
    expect(one.said).toHaveLength(2)
  })

  it('is nothing that a visitor can read or write', async () => {
    for (const sql of [
      'select * from private.rate_limit_hits',
      'select * from private.rate_limit_salts',
      'delete from private.rate_limit_hits',
    ]) {
      await expect(test.database.transaction('anon', {}, (tx) => tx.query(sql))).rejects.toMatchObject({
        code: '42501',
      })
    }
  })
})
