import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a step of tests says of itself in a file, in the words of its own program. */
export interface Report {
  file: string
  read: (json: never) => Told
}

export interface Told {
  passed: number
  skipped: number
  failures: Failure[]
  /** How long each file took. */
  seconds: Seconds[]
}

export type Seconds = { name: string; seconds: number }

export interface Failure {
  /** Where it stands, as the step takes it to repeat this one alone. */
  file: string
  title: string
  /** The first line of what went wrong. */
  says: string
}

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = { file: string; suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }
type PlaywrightSpec = {
  title: string
  file: string
  line: number
  tests: {
    status: string
    results: { duration: number; status: string; error?: { message?: string } }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number; skipped: number }; suites: PlaywrightSuite[] }

export const vitestReport: Report = {
  file: '.cache/unit.json',
  read: ({ numPassedTests, numPendingTests, numTodoTests, testResults }: VitestReport) => ({
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative('', name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that could not be loaded has no test that failed.
      if (failed.length === 0 && status === 'failed')
        return [{ file, title: 'could not be run', says: firstLine(message) }]
      return failed.map(({ fullName, failureMessages: [says = ''] }) => ({
        file,
        title: fullName,
        says: firstLine(says),
      }))
    }),
    seconds: testResults.map(({ name, startTime, endTime }) => ({
      name: relative('', name),
      seconds: (endTime - startTime) / 1000,
    })),
  }),
}

export const playwrightReport: Report = {
  file: '.cache/e2e.json',
  read: ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    failures: suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results: [result] }) => ({
          file: `e2e/${file}:${line}`,
          title,
          says:
            result?.status === 'timedOut'
              ? `timed out after ${Math.round(result.duration / 1000)} s`
              : firstLine(result?.error?.message ?? ''),
        })),
    ),
    seconds: suites.map((suite) => ({
      name: `e2e/${suite.file}`,
      seconds:
        specsOf(suite)
          .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
          .reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  }),
}

/** Nothing where the step ended before it wrote its report. */
export function readReport({ file, read }: Report): Told | undefined {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch {
    return undefined
  }
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function firstLine(text: string): string {
  const [line = ''] = stripVTControlCharacters(text).trim().split('\n')
  // Vitest's name for the trace of a test that ran out of time.
  return line.replace(/^Error: STACK_TRACE_ERROR$/, 'timed out')
}
