import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { chromium, installMissing } from '#tools/prepare/requirements.ts'
import { type CheckStep, checkStages } from './steps.ts'

/**
 * Runs all steps of the checks, and stops at the first failure. `npm run check lint types` runs only these steps; `npm
 * run check unit src/server/features/webhooks` runs only the tests in that folder.
 */
const words = process.argv.slice(2)
const steps = checkStages.flat(2)
const isStep = (word: string) => steps.some(({ name }) => name === word)
const names = words.filter(isStep)
const files = words.filter((word) => !isStep(word))
const named = steps.filter(({ name }) => names.includes(name))
if (files.length > 0 && (named.length === 0 || named.some(({ takesFiles }) => !takesFiles))) {
  console.error(`Unknown step '${files.join("', '")}'. The steps are ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const started = Date.now()
// The checks also need a browser.
if (names.length === 0) await installMissing([chromium])
const isWanted = ({ name, missing }: CheckStep) => {
  if (names.length > 0 && !names.includes(name)) return false
  const reason = missing?.()
  if (reason) console.log(`▸ ${name} is skipped: ${reason}`)
  return !reason
}

const outcomes: { step: CheckStep; passed: boolean; seconds: number }[] = []
const hasFailed = () => outcomes.some(({ passed }) => !passed)
for (const lanes of checkStages) {
  // Streams the output of the first lane. Steps in other lanes print their output when they end.
  const wanted = lanes.map((lane) => lane.filter(isWanted)).filter((lane) => lane.length > 0)
  await Promise.all(
    wanted.map(async (lane, index) => {
      for (const step of lane) if (!hasFailed()) outcomes.push(await run(step, index === 0))
    }),
  )
  if (hasFailed()) break
}
printSummary()

async function run(step: CheckStep, isLive: boolean) {
  const { name, commands, report, plain } = step
  // Removes colors unless the output is a terminal; in a file they would be escape codes.
  const env = process.stdout.isTTY ? process.env : { ...process.env, FORCE_COLOR: undefined, ...plain }
  const since = Date.now()
  if (isLive) console.log(`\n▸ ${name}`)
  // Deletes the report of an earlier run, so that it is not counted.
  if (report) rmSync(report[0], { force: true })
  let code: number | null = 0
  let output = ''
  for (const [command = '', ...more] of commands) {
    if (code !== 0) break
    const stdout = isLive ? 'inherit' : 'pipe'
    const child = spawn(command, [...more, ...files], { stdio: ['ignore', stdout, stdout], env })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    code = await new Promise((ended) => child.once('close', ended))
  }
  if (!isLive) process.stdout.write(`\n▸ ${name}\n${output}`)
  const seconds = (Date.now() - since) / 1000
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
  return { step, passed: code === 0, seconds }
}

/** Prints the times, each failure with the command that repeats it, and the counts. */
function printSummary(): void {
  const slowFirst = outcomes.toSorted((one, other) => other.seconds - one.seconds)
  const times = slowFirst.map(({ step, seconds }) => `${step.name} ${seconds.toFixed(1)} s`)
  console.log(`\nSteps: ${times.join(', ')}`)

  const sum = { passed: 0, skipped: 0, failed: 0 }
  for (const { step, passed } of outcomes) {
    const told = step.report && readReport(...step.report)
    sum.passed += told?.passed ?? 0
    sum.skipped += told?.skipped ?? 0
    if (passed) continue
    const failures = told?.failures ?? []
    sum.failed += Math.max(1, failures.length)
    for (const { file, title, says } of failures)
      console.log(`\n✗ ${file}: ${title}\n  ${says}\n  repeat: npm run check ${step.name} ${file}`)
    if (failures.length === 0)
      console.log(`\n✗ ${step.name}: see the output above\n  repeat: npm run check ${step.name}`)
  }
  console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all, ${sum.skipped} tests skipped`)
  // Programs read the last line, so its format must not change.
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  if (sum.failed > 0) process.exitCode = 1
}

type JUnitFailure = { message: string; '#text': string }
/** Playwright reports a timeout as an `error` element. */
type JUnitCase = { name: string; failure?: JUnitFailure[]; error?: JUnitFailure[]; skipped?: unknown }
type JUnitSuites = { testsuite?: { name: string; testcase?: JUnitCase[] }[] }

/**
 * Reads a JUnit file of Vitest or Playwright. Returns the counts, and for each failure the error's first line and a
 * location that the step accepts. File names are relative to `folder`. Returns undefined if the step ended before it
 * wrote the file.
 */
function readReport(file: string, folder = '') {
  if (!existsSync(file)) return undefined
  const isArray = (name: string) => ['testsuite', 'testcase', 'failure', 'error'].includes(name)
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray })
  const { testsuites } = parser.parse(readFileSync(file, 'utf8')) as { testsuites?: JUnitSuites }
  const cases = (testsuites?.testsuite ?? []).flatMap(({ name, testcase = [] }) =>
    testcase.map((each) => ({ ...each, file: folder + name })),
  )
  const skipped = cases.filter((each) => 'skipped' in each).length
  const failures = cases.flatMap(({ name: title, file, failure = [], error = [] }) =>
    [...failure, ...error].slice(0, 1).map(({ message, '#text': text }) => ({
      // Playwright's text begins with the test's line, which identifies the test in its file.
      file: file + (/(:\d+):\d+ ›/.exec(text)?.[1] ?? ''),
      title,
      says: message.split('\n')[0] ?? '',
    })),
  )
  return { passed: cases.length - failures.length - skipped, skipped, failures }
}
