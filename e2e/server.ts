import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { RunningServer } from '#tools/run-server.ts'
import { StoredRows } from './database.ts'
import { copyInitialData } from './initial-data.ts'

type WorkerFixtures = {
  /** A folder of this worker's own, open to the user without rights that runs a database started by root. */
  folder: string
  /** Whether the server begins on an empty folder, and not on a copy of one that has been started before. */
  beginsEmpty: boolean
  /** Settings beside the defaults, as the environment names them; a file with its own gets its own server. */
  settings: Record<string, string>
  /** The real server on a database of its own, one per worker. */
  server: RunningServer
  /** What that server has stored. */
  stored: StoredRows
}

/** Starts the built server for the tests; `baseURL` is its address. */
export const withServer = base.extend<object, WorkerFixtures>({
  folder: [
    async ({ browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `backline-e2e-${browserName}-`))
      await chmod(folder, 0o755)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  beginsEmpty: [false, { scope: 'worker', option: true }],

  settings: [{}, { scope: 'worker', option: true }],

  server: [
    async ({ folder, beginsEmpty, settings }, use) => {
      if (!beginsEmpty && !settings.MIGRATION_URL) await copyInitialData(join(folder, 'data'))
      const server = new RunningServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off', ...settings })
      try {
        await server.start()
        await use(server)
      } finally {
        await server.stop()
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  stored: [
    async ({ folder, settings }, use) => {
      const { MIGRATION_URL } = settings
      // The database of its own listens in its data folder, where nobody but its owner and root can enter.
      const embedded = { host: join(folder, 'data', 'postgres'), user: 'postgres', database: 'postgres' }
      await use(new StoredRows(MIGRATION_URL ? { connectionString: MIGRATION_URL } : embedded))
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),
})
