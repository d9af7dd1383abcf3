import { relative } from 'node:path'

/** One step of the gate: its commands run in order, and a report says how many tests it ran. */
export type Step = {
  name: string
  commands: string[][]
  /** The options before given test files; only of a step that can be limited to them. */
  forFiles?: string[]
  /** The report file of the step, with its counts and the seconds of each file, and the report's format. */
  report?: {
    file: string
    read: (json: never) => Count
    seconds: (json: never) => Seconds[]
  }
}

export type Count = { passed: number; failed: number; skipped: number }
export type Seconds = { name: string; seconds: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

const node = process.execPath
const bin = {
  tsc: [node, 'node_modules/typescript/bin/tsc'],
  biome: [node, 'node_modules/@biomejs/biome/bin/biome'],
  oxlint: [node, 'node_modules/oxlint/bin/oxlint'],
  knip: [node, 'node_modules/knip/bin/knip.js'],
  vitest: [node, 'node_modules/vitest/vitest.mjs'],
  playwright: [node, 'node_modules/@playwright/test/cli.js'],
} as const

const types: Step = {
  // Each runtime is compiled alone, so that the compiler proves which code may run where; then everything with the
  // tests.
  name: 'types',
  commands: ['tsconfig.site.json', 'tsconfig.desk.json', 'tsconfig.server.json', 'tsconfig.json'].map(
    (file) => [...bin.tsc, '-p', file],
  ),
}
const lint: Step = {
  name: 'lint',
  commands: [
    [...bin.biome, 'check', '--error-on-warnings'],
    [...bin.oxlint, '--type-aware', '--deny-warnings'],
  ],
}
const layout: Step = { name: 'layout', commands: [[node, '--import', 'tsx', 'tools/check-layout.ts']] }
const unused: Step = { name: 'unused', commands: [[...bin.knip]] }
const build: Step = { name: 'build', commands: [[node, 'tools/prepare.mjs', 'build']] }
const dependencies: Step = {
  name: 'dependencies',
  commands: [[node, '--import', 'tsx', 'tools/check-dependencies.ts']],
}
const unit: Step = {
  name: 'unit',
  forFiles: [],
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
    seconds: ({ testResults }: VitestReport) =>
      testResults.map(({ name, startTime, endTime }) => ({
        name: relative('', name),
        seconds: (endTime - startTime) / 1000,
      })),
  },
}
const e2e: Step = {
  name: 'e2e',
  commands: [[...bin.playwright, 'test']],
  // Otherwise a file of the project `alone` brings all that it waits for.
  forFiles: ['--no-deps'],
  report: {
    file: '.cache/e2e.json',
    read: ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
    seconds: ({ suites }: PlaywrightReport) =>
      suites.map((suite) => ({ name: `e2e/${suite.file}`, seconds: millisecondsOf(suite) / 1000 })),
  },
}

function millisecondsOf({ suites = [], specs }: PlaywrightSuite): number {
  const tests = specs.flatMap((spec) => spec.tests.flatMap(({ results }) => results))
  const own = tests.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own)
}

/**
 * The gate: stages run one after the other, the lanes of a stage in parallel. The checks that fail within seconds
 * come first, so that the tests have both cores for themselves.
 */
export const gate: Step[][][] = [
  [
    [types, layout],
    [lint, unused],
    [build, dependencies],
  ],
  [[unit]],
  [[e2e]],
]
