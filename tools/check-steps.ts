/** One step of the gate: its commands run in order, and a report says how many tests it ran. */
export type Step = {
  name: string
  commands: string[][]
  /** Where the step leaves its counts, and how they are written there. */
  report?: { file: string; read: (json: never) => { passed: number; failed: number; skipped: number } }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const node = process.execPath
const bin = {
  tsc: [node, 'node_modules/typescript/bin/tsc'],
  biome: [node, 'node_modules/@biomejs/biome/bin/biome'],
  oxlint: [node, 'node_modules/oxlint/bin/oxlint'],
  knip: [node, 'node_modules/knip/bin/knip.js'],
  vitest: [node, 'node_modules/vitest/vitest.mjs'],
  playwright: [node, 'node_modules/@playwright/test/cli.js'],
} as const

/** Cheap steps first: most mistakes are told within ten seconds. */
export const gate: Step[] = [
  {
    // Each runtime alone, so that the compiler proves what may run where; then all of it with the tests.
    name: 'types',
    commands: ['tsconfig.site.json', 'tsconfig.desk.json', 'tsconfig.server.json', 'tsconfig.json'].map(
      (file) => [...bin.tsc, '-p', file],
    ),
  },
  {
    name: 'lint',
    commands: [
      [...bin.biome, 'check', '--error-on-warnings'],
      [...bin.oxlint, '--type-aware', '--deny-warnings'],
    ],
  },
  { name: 'layout', commands: [[node, '--import', 'tsx', 'tools/check-layout.ts']] },
  { name: 'unused', commands: [[...bin.knip]] },
  {
    name: 'unit',
    commands: [
      [...bin.vitest, 'run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json'],
    ],
    report: {
      file: '.cache/unit.json',
      read: (json: VitestReport) => ({
        passed: json.numPassedTests,
        failed: json.numFailedTests,
        skipped: json.numPendingTests + json.numTodoTests,
      }),
    },
  },
  { name: 'build', commands: [[node, 'tools/prepare.mjs', 'build']] },
  { name: 'dependencies', commands: [[node, '--import', 'tsx', 'tools/check-dependencies.ts']] },
  {
    name: 'e2e',
    commands: [[...bin.playwright, 'test']],
    report: {
      file: '.cache/e2e.json',
      read: ({ stats }: PlaywrightReport) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      }),
    },
  },
]
