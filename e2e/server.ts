import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { RunningServer } from '#tools/run-server.ts'

type WorkerFixtures = {
  /** The real server on a database of its own, one per worker. */
  server: RunningServer
  /** Settings beside the defaults: `test.use({ settings: { DATABASE_URL: … } })` gives the file its own server. */
  settings: Record<string, string>
}

/** Starts the built server for the tests; `baseURL` is its address. */
export const withServer = base.extend<object, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],

  server: [
    async ({ settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'backline-e2e-'))
      // Started by root, the database runs as a user without rights, who must be able to pass through.
      await chmod(folder, 0o755)
      const server = new RunningServer({ DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off', ...settings })
      try {
        await server.start()
        await use(server)
      } finally {
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),
})
