import { defineConfig } from 'vitest/config'
import { temporaryFolder } from '#tools/testing/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

/** Slow tests run alone on the machine, one file after the other, with all cases of each property. */
export default defineConfig({
  test: {
    provide: { whole: true, server: 'embedded' },
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The states of the gallery: two pages for two cores.
    maxConcurrency: 2,
    include: ['rehearsals/**/*.test.ts'],
    globalSetup: ['tools/testing/setup.ts'],
  },
})
