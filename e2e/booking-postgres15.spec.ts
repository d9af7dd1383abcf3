import { fifteenIsMissing, startFifteen } from '#tools/postgres-fifteen.ts'
import { bookAndRestart } from './booking-journey.ts'
import { test as base, expect } from './test.ts'

const missing = fifteenIsMissing()

/** The same server on a database that somebody else runs. */
const test = base.extend({
  settings: [
    async ({ folder }, use) => {
      if (missing) return use({})
      const database = startFifteen(folder)
      await use(database.settings)
      database.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('the same on PostgreSQL 15 through DATABASE_URL', async ({ page, server, stored, faults }) => {
  test.skip(missing !== null, missing ?? '')
  await bookAndRestart(page, server, stored, faults)
})

test('no connection of the server is signed in as who owns the tables or is bound by nothing, on PostgreSQL 15 as well', async ({
  request,
  server: _server,
  stored,
}) => {
  test.skip(missing !== null, missing ?? '')
  await request.get('/readyz')
  expect(await stored.users()).toEqual([{ name: 'authenticator', is_unbound: false, may_own: false }])
})
