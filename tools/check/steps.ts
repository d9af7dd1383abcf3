import { browserIsThere } from '#tools/prepare/find-program.ts'

/** One step of the checks: its commands run in order, and a report has the number of tests. */
export type Step = {
  name: string
  commands: string[][]
  /** Whether it can be limited to some test files. */
  takesFiles?: true
  /** The JUnit file that it writes, and the folder to which its file names are relative. */
  report?: readonly [file: string, folder?: string]
  /** The variables that turn colors off. */
  plain?: Record<string, string>
  /** Returns why it cannot run here, if so. */
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
  // Builds four projects: three prove that code runs anywhere, in a browser or on the server, the fourth has the tests
  // and tools. Single-threaded, because parallel threads would each read the imported types again.
  name: 'types',
  commands: [[...bin.tsc, '--build', 'tsconfig.json', '--singleThreaded']],
}
const lint: Step = {
  // Biome has nearly all rules. oxlint has those that need types: of 120 missing `await`, it found 110, and Biome's own
  // rule, which infers types without the compiler, found 57.
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
  // Its workers set FORCE_COLOR, and Node warns about both variables.
  plain: { FORCE_COLOR: '0' },
  // In CI it fails instead of being skipped.
  missing: () =>
    process.env.CI || browserIsThere()
      ? undefined
      : 'no Chromium starts here or could be installed (Debian, as root: apt-get install chromium-headless-shell)',
}

/** Stages run in sequence, the lanes of a stage in parallel. Fast checks come first; tests then have both cores. */
export const gate: Step[][][] = [
  [
    [types, layout, english],
    [lint, unused],
    [build, dependencies],
  ],
  [[unit]],
  [[e2e]],
]
