import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tools/temporary-folder.ts'
import { whole } from './tools/whole.ts'

process.env.TMPDIR = temporaryFolder()

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts'],
    globalSetup: ['tools/test-setup.ts'],
    provide: { whole },
    // Files of one process share the modules that they import; loading them anew for each took a third of the time.
    isolate: false,
    // Two cores: more workers only make the timed tests of the database wait for one another.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
