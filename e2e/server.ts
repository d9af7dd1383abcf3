import { test as base } from '@playwright/test'
import type { FixedValues } from '#server/app/config/config.ts'
import { type RunningServer, withoutLimits } from '#tools/testing/run-server.ts'
import { databaseOf, StoredRows } from './database.ts'
import { type PooledServer, ServerPool, type ServerSettings } from './server-pool.ts'
import { usual } from './servers.ts'

type Fixtures = {
  settings: ServerSettings
  /** Values that environment variables cannot set. By default, servers have no rate limits. */
  fixed: Partial<FixedValues>
  /** True if this file needs its own server and database because it changes data that other files read. */
  ownServer: boolean
  place: PooledServer
  /** The server's data folder; tests can put other files next to it. */
  folder: string
  server: RunningServer
  stored: StoredRows
}

/** Starts the built server for the tests; `baseURL` is the server's URL. */
export const withServer = base.extend<Fixtures, { servers: ServerPool }>({
  servers: [
    async ({ browserName }, use) => {
      const servers = new ServerPool(usual, browserName)
      await use(servers)
      await servers.end()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  settings: [usual, { option: true }],

  fixed: [withoutLimits, { option: true }],

  ownServer: [false, { option: true }],

  place: async ({ servers, settings, fixed, ownServer }, use, { file }) =>
    use(await servers.at({ settings, fixed }, ownServer ? file : '')),

  folder: async ({ place }, use) => use(place.folder),

  server: [async ({ place }, use) => use(await place.server()), { timeout: 90_000 }],

  stored: async ({ folder, settings }, use) => use(new StoredRows(databaseOf(folder, settings))),

  baseURL: async ({ server }, use) => use(server.url),
})
