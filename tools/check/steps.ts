import { isBrowserAvailable } from '#tools/prepare/find-program.ts'

/** A step of the checks. The commands run in order; the report contains the number of tests. */
export type CheckStep = {
  name: string
  commands: string[][]
  /** True if the step can run only some test files. */
  takesFiles?: true
  /** The JUnit file that the step writes, and the folder to which the file's names are relative. */
  report?: readonly [file: string, folder?: string]
  /** Variables that turn the step's colors off. */
  plain?: Record<string, string>
  /** Returns the reason the step cannot run here, or undefined if it can. */
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

const types: CheckStep = {
  // Builds four projects. Three projects prove that code can run anywhere, in a browser, or on the server; the fourth
  // contains tests and tools. Uses one thread, because parallel threads would each read the imported types again.
  name: 'types',
  commands: [[...bin.tsc, '--build', 'tsconfig.json', '--singleThreaded']],
}
const lint: CheckStep = {
  // Biome checks nearly all rules; oxlint checks those that need types. In a trial with 120 missing `await` keywords,
  // oxlint found 110; Biome's own rule, which infers types without the compiler, found 57.
  name: 'lint',
  commands: [
    [...bin.biome, 'check', '--error-on-warnings', '--diagnostic-level=warn'],
    [...bin.oxlint, '--type-aware', '--deny-warnings'],
  ],
}
const layout: CheckStep = {
  name: 'layout',
  commands: [[node, '--import', 'tsx', 'tools/layout/check-layout.ts']],
}
const english: CheckStep = {
  name: 'english',
  commands: [[node, '--import', 'tsx', 'tools/english/check-english.ts']],
}
const unused: CheckStep = { name: 'unused', commands: [[...bin.knip, '--no-config-hints']] }
const build: CheckStep = { name: 'build', commands: [[node, 'tools/prepare.mjs', 'build']] }
const dependencies: CheckStep = {
  name: 'dependencies',
  commands: [[node, '--import', 'tsx', 'tools/check/dependencies.ts']],
}
const unit: CheckStep = {
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
const e2e: CheckStep = {
  name: 'e2e',
  takesFiles: true,
  commands: [[...bin.playwright, 'test']],
  report: ['.cache/e2e.xml', 'e2e/'],
  // Playwright's workers set FORCE_COLOR, and Node warns if NO_COLOR is set, too.
  plain: { FORCE_COLOR: '0' },
  // In CI, a missing browser makes the step fail instead of skipping it.
  missing: () =>
    process.env.CI || isBrowserAvailable()
      ? undefined
      : 'no Chromium starts here or could be installed (Debian, as root: apt-get install chromium-headless-shell)',
}

/** Stages run one after another, but lanes run in parallel. Fast checks come first; tests then have both cores. */
export const checkStages: CheckStep[][][] = [
  [
    [types, layout, english],
    [lint, unused],
    [build, dependencies],
  ],
  [[unit]],
  [[e2e]],
]
