import { existsSync, readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'

type Fault = { message: string; '#text': string }
/** Playwright's word for a test that ran out of time is `error`. */
type Case = { name: string; failure?: Fault[]; error?: Fault[]; skipped?: unknown }
type Suites = { testsuite?: { name: string; testcase?: Case[] }[] }

const isArray = (name: string) => ['testsuite', 'testcase', 'failure', 'error'].includes(name)
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray })

/**
 * What the JUnit file says that Vitest and Playwright write: the counts, and of each failure where it stands, as the step
 * takes it to repeat this one alone, and the first line of what went wrong. `folder` is what its names of files stand in.
 * Nothing where the step ended before it wrote one.
 */
export function readReport(file: string, folder = '') {
  if (!existsSync(file)) return undefined
  const { testsuites } = parser.parse(readFileSync(file, 'utf8')) as { testsuites?: Suites }
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
