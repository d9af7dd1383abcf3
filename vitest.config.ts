import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tools/testing/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

export default defineConfig({
  test: {
    // POSTGRES=fifteen selects the oldest supported PostgreSQL, for the slow test `postgres-15`. WHOLE=1 tests
    // properties with many random cases, for the slow test `properties`. RENAMED=1 tests another provider's site, for
    // the slow test `renamed`.
    provide: {
      whole: process.env.WHOLE === '1',
      server: process.env.POSTGRES === 'fifteen' ? 'fifteen' : 'embedded',
    },
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'supabase/tests/*.test.ts',
      'makers/**/*.test.ts',
      'tools/**/*.test.ts',
      'e2e/pages/*.test.ts',
    ],
    setupFiles: process.env.RENAMED === '1' ? ['tools/testing/renamed.ts'] : [],
    globalSetup: ['tools/testing/setup.ts'],
    // Test files in one process share imported modules; loading them again for each file took a third of the time.
    isolate: false,
    maxWorkers: 2,
    // Timeouts only end hanging tests: next to a dozen busy processes, a two-second test can take thirty seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
