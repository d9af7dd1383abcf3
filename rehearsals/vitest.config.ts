import { defineConfig } from 'vitest/config'
import { temporaryFolder } from '#tools/testing/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

/** Slow tests have the machine to themselves. The files run one at a time, with all cases of each property test. */
export default defineConfig({
  test: {
    provide: { whole: true, server: 'embedded' },
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Checks two gallery states at once, on two pages, because two cores are available.
    maxConcurrency: 2,
    include: ['rehearsals/**/*.test.ts'],
    globalSetup: ['tools/testing/setup.ts'],
  },
})
