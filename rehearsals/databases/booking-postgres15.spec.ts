import { rm } from 'node:fs/promises'
import { bookAndRestart } from '#e2e/booking-journey.ts'
import { openFolder } from '#e2e/open-folder.ts'
import type { ServerSettings } from '#e2e/server-pool.ts'
import { test as base, expect } from '#e2e/test.ts'
import { startFifteen } from '#tools/testing/postgres-server.ts'

/** Starts the same server on an external database. */
const test = base.extend<object, { foreign: ServerSettings }>({
  foreign: [
    async ({ servers }, use) => {
      const folder = await openFolder('fifteen')
      const database = startFifteen(folder)
      await use(database.settings)
      await servers.end()
      database.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: async ({ foreign }, use) => use(foreign),
})

test('stores a booking on PostgreSQL 15 through DATABASE_URL', async ({ page, server, stored, faults }) => {
  await bookAndRestart(page, server, stored, faults)
})

test('[A2] never connects to PostgreSQL 15 as the owner of the tables or as a role that bypasses row security', async ({
  request,
  server: _server,
  stored,
}) => {
  await request.get('/readyz')
  expect(await stored.users()).toEqual([{ name: 'authenticator', is_unbound: false, may_own: false }])
})
