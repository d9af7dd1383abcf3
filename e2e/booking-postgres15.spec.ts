import { fifteenIsMissing, startFifteen } from '#tools/postgres-fifteen.ts'
import { bookAndRestart } from './booking-journey.ts'
import { test as base } from './test.ts'

const missing = fifteenIsMissing()

/** The same server on a database that somebody else runs. */
const test = base.extend({
  settings: [
    async ({ folder }, use) => {
      if (missing) return use({})
      const database = startFifteen(folder)
      await use({ DATABASE_URL: database.address })
      database.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('the same on PostgreSQL 15 through DATABASE_URL', async ({ page, server, stored, faults }) => {
  test.skip(missing !== null, missing ?? '')
  await bookAndRestart(page, server, stored, faults)
})
