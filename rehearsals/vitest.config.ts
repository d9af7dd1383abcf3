import { defineConfig } from 'vitest/config'
import { temporaryFolder } from '#tools/testing/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

/** Rehearsals run alone on the machine, one file after the other, with all cases of each property. */
export default defineConfig({
  test: {
    provide: { whole: true, server: 'embedded' },
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rehearsals',
          include: ['rehearsals/**/*.test.ts'],
          globalSetup: ['tools/testing/setup.ts'],
        },
      },
      // What pieces and rooms look like in each of their states, in a real browser: the rehearsal `appearances`.
      {
        extends: true,
        test: {
          name: 'states',
          include: ['src/**/*.states.test.ts'],
          globalSetup: ['rehearsals/gallery.ts'],
          isolate: false,
          maxWorkers: 2,
        },
      },
    ],
  },
})
