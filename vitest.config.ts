import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tools/testing/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

export default defineConfig({
  test: {
    // With POSTGRES=fifteen, tests use the oldest PostgreSQL that we support: the slow test `postgres-15`.
    // With WHOLE=1, properties are tried by many new cases: the rehearsal `properties`.
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
    globalSetup: ['tools/testing/setup.ts'],
    // Files of one process share the modules that they import; loading them anew for each took a third of the time.
    isolate: false,
    maxWorkers: 2,
    // They end what hangs, and measure nothing: beside a dozen busy processes a test of two seconds takes thirty.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
