import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { followDatabaseClock } from './clock.ts'

const test = await testDatabase()
afterAll(() => test.close())

/** An interval that is longer than any delay of a test on a busy machine. */
const hour = 3_600_000
const day = 24 * hour

it("uses the database's time regardless of the server's own clock, and logs the difference once", async () => {
  let ahead = 800 * day
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const ownClock = () => Date.now() + ahead
  const time = await followDatabaseClock({ database: test.database, log, ownClock }, 20)
  const [there] = await test.asOwner<{ now: Date }>('select clock_timestamp() as now')
  expect(Math.abs(time.clock() - (there?.now.getTime() ?? 0))).toBeLessThan(hour)
  await expect.poll(() => lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    seconds_ahead: 800 * 86_400,
    msg: 'clock skew: using database time, cleanup paused',
  })
  const before = time.clock()
  ahead = 0
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines[1]).toContain('clock skew resolved')
  expect(time.clock() - before).toBeLessThan(hour)
  await time.stop()
})

it('continues to return the time even if the database stops responding', async () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  let isDown = false
  const database = {
    ...test.database,
    alone: (...caller: Parameters<typeof test.database.alone>) =>
      isDown ? { query: () => Promise.reject(new Error('down')) } : test.database.alone(...caller),
  }
  const time = await followDatabaseClock({ database, log }, 20)
  isDown = true
  await expect.poll(() => lines.length).toBeGreaterThan(1)
  expect(Math.abs(time.clock() - Date.now())).toBeLessThan(hour)
  await time.stop()
})
