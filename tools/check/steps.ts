import { browserIsThere } from '#tools/prepare/find-program.ts'

/** One step of the gate: its commands run in order, and a report says how many tests it ran. */
export type Step = {
  name: string
  commands: string[][]
  /** Whether it can be limited to some files of tests. */
  takesFiles?: true
  /** The JUnit file that it writes, and the folder in which the names in it stand. */
  report?: readonly [file: string, folder?: string]
  /** The variables by which its program leaves colours out. */
  plain?: Record<string, string>
  /** Why it cannot be run here, or nothing. */
  missing?: () => string | undefined
}

const node = process.execPath
export const bin = {
  tsc: [node, 'node_modules/typescript/bin/tsc'],
  biome: [node, 'node_modules/@biomejs/biome/bin/biome'],
  oxlint: [node, 'node_modules/oxlint/bin/oxlint'],
  knip: [node, 'node_modules/knip/bin/knip.js'],
  vitest: [node, 'node_modules/vitest/vitest.mjs'],
  playwright: [node, 'node_modules/@playwright/test/cli.js'],
} as const

const types: Step = {
  // One build of four projects: three prove that code runs anywhere, in a browser or on the server, the fourth has the tests
  // and tools. On one thread, because two that check one project both read the types it imports.
  name: 'types',
  commands: [[...bin.tsc, '--build', 'tsconfig.json', '--singleThreaded']],
}
const lint: Step = {
  // Biome has nearly all rules. oxlint has those that need types: of 120 forgotten `await`, Biome's own rule, which
  // guesses types without the compiler, found 57, this one 110.
  name: 'lint',
  commands: [
    [...bin.biome, 'check', '--error-on-warnings', '--diagnostic-level=warn'],
    [...bin.oxlint, '--type-aware', '--deny-warnings'],
  ],
}
const layout: Step = { name: 'layout', commands: [[node, '--import', 'tsx', 'tools/layout/check-layout.ts']] }
const english: Step = {
  name: 'english',
  commands: [[node, '--import', 'tsx', 'tools/english/check-english.ts']],
}
const unused: Step = { name: 'unused', commands: [[...bin.knip, '--no-config-hints']] }
const build: Step = { name: 'build', commands: [[node, 'tools/prepare.mjs', 'build']] }
const dependencies: Step = {
  name: 'dependencies',
  commands: [[node, '--import', 'tsx', 'tools/check/dependencies.ts']],
}
const unit: Step = {
  name: 'unit',
  takesFiles: true,
  commands: [
    [
      ...bin.vitest,
      'run',
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=junit',
      '--outputFile.junit=.cache/unit.xml',
    ],
  ],
  report: ['.cache/unit.xml'],
  plain: { NO_COLOR: '1' },
}
const e2e: Step = {
  name: 'e2e',
  takesFiles: true,
  commands: [[...bin.playwright, 'test']],
  report: ['.cache/e2e.xml', 'e2e/'],
  // Its workers set FORCE_COLOR, and Node warns of both.
  plain: { FORCE_COLOR: '0' },
  // In CI it is not skipped, but fails.
  missing: () =>
    process.env.CI || browserIsThere()
      ? undefined
      : 'no Chromium starts here and none could be installed (Debian, as root: apt-get install chromium-headless-shell)',
}

/**
 * The gate: stages run one after the other, the lanes of a stage in parallel. The checks that fail within seconds
 * come first, so that the tests have both cores for themselves.
 */
export const gate: Step[][][] = [
  [
    [types, layout, english],
    [lint, unused],
    [build, dependencies],
  ],
  [[unit]],
  [[e2e]],
]
