import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tools/temporary-folder.ts'
import { whole } from './tools/whole.ts'

process.env.TMPDIR = temporaryFolder()

const states = 'src/**/*.states.test.ts'

/**
 * Each takes both cores for up to a minute, by loads or whole machines, which no timed test can stand beside it, or counts what
 * a machine has to spare.
 */
const machines = [
  ...['failover', 'fresh-machine', 'point-in-time', 'release', 'rolling'].map(
    (name) => `tools/${name}.test.ts`,
  ),
  'src/server/app/exports-memory.test.ts',
]

export default defineConfig({
  test: {
    provide: { whole },
    // Files of one process share the modules that they import; loading them anew for each took a third of the time.
    isolate: false,
    // One more than the cores that we have: two leave them idle for a third of the time, four are no faster.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // One second, as Vitest has it, is what a busy machine takes to answer at all. A test that measures a time says it.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts'],
          exclude: [states, ...machines],
          globalSetup: ['tools/test-setup.ts'],
        },
      },
      // What pieces and rooms look like in each of their states, in a real browser.
      { extends: true, test: { name: 'states', include: [states], globalSetup: ['tools/gallery-setup.ts'] } },
      {
        extends: true,
        test: {
          name: 'machines',
          include: machines,
          globalSetup: ['tools/test-setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
