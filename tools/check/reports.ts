import { existsSync, readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'

interface Suite {
  name: string
  testcase?: Case[]
}
interface Case {
  name: string
  failure?: Fault[]
  /** Playwright's word for a test that ran out of time. */
  error?: Fault[]
  skipped?: unknown
}
type Fault = { message: string; '#text': string }

const isArray = (name: string) => ['testsuite', 'testcase', 'failure', 'error'].includes(name)
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray })

/**
 * What the JUnit file says that Vitest and Playwright write: the counts, and of each failure where it stands, as the step
 * takes it to repeat this one alone, and the first line of what went wrong. `folder` is what its names of files stand in.
 * Nothing where the step ended before it wrote one.
 */
export function readReport(file: string, folder = '') {
  if (!existsSync(file)) return undefined
  const { testsuites } = parser.parse(readFileSync(file, 'utf8')) as {
    testsuites?: { testsuite?: Suite[] }
  }
  const cases = (testsuites?.testsuite ?? []).flatMap(({ name, testcase = [] }) =>
    testcase.map((each) => ({ ...each, file: folder + name })),
  )
  const skipped = cases.filter((each) => 'skipped' in each).length
  const failures = cases.flatMap(({ name: title, file, failure = [], error = [] }) =>
    [...failure, ...error].slice(0, 1).map(({ message, '#text': text }) => ({
      // Playwright heads the text with the place of the test, which tells it from others of its file.
      file: file + (/(:\d+):\d+ ›/.exec(text)?.[1] ?? ''),
      title,
      says: message.split('\n')[0] ?? '',
    })),
  )
  return { passed: cases.length - failures.length - skipped, skipped, failures }
}
