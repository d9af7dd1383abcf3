import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tools/temporary-folder.ts'
import { whole } from './tools/whole.ts'

process.env.TMPDIR = temporaryFolder()

const states = 'src/**/*.states.test.ts'

export default defineConfig({
  test: {
    provide: { whole },
    // Files of one process share the modules that they import; loading them anew for each took a third of the time.
    isolate: false,
    // Two cores: more workers only make the timed tests of the database wait for one another.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts'],
          exclude: [states],
          globalSetup: ['tools/test-setup.ts'],
        },
      },
      // What pieces and rooms look like in each of their states, in a real browser.
      { extends: true, test: { name: 'states', include: [states], globalSetup: ['tools/gallery-setup.ts'] } },
    ],
  },
})
