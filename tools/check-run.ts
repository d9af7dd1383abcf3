import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { Count, Seconds, Step } from './check-steps.ts'

export interface Outcome {
  step: Step
  passed: boolean
  seconds: number
}

/**
 * Runs lanes of steps in parallel. The output of the first lane is streamed; the output of a step in another lane is
 * printed as a whole when the step has ended. After a failure no lane starts another step.
 */
export async function runLanes(lanes: Step[][]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const step of lane) {
        if (outcomes.some(({ passed }) => !passed)) return
        outcomes.push(await runStep(step, index === 0))
      }
    }),
  )
  return outcomes
}

async function runStep(step: Step, isLive: boolean): Promise<Outcome> {
  const { name, commands, report } = step
  const started = Date.now()
  if (isLive) console.log(`\n▸ ${name}`)
  // The report of an earlier run must never be counted for this one.
  if (report) rmSync(report.file, { force: true })
  let passed = true
  let output = ''
  for (const command of commands) {
    if (!passed) break
    const ended = await run(command, isLive)
    passed = ended.passed
    output += ended.output
  }
  if (!isLive) process.stdout.write(`\n▸ ${name}\n${output}`)
  const seconds = (Date.now() - started) / 1000
  console.log(`${passed ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
  return { step, passed, seconds }
}

/** Counts the tests in the report of a step. A step that fails without a failed test counts as one failure. */
export function countOf({ step: { report }, passed }: Outcome): Count {
  const count = (report && read(report.file, report.read)) ?? { passed: 0, failed: 0, skipped: 0 }
  return passed ? count : { ...count, failed: Math.max(1, count.failed) }
}

/** The test files that took longest, over all steps. */
export function longestFiles(outcomes: Outcome[], many: number): Seconds[] {
  return outcomes
    .flatMap(({ step: { report } }) => (report && read(report.file, report.seconds)) ?? [])
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, many)
}

function read<T>(file: string, reading: (json: never) => T): T | undefined {
  try {
    return reading(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch {
    return undefined
  }
}

function run(
  [command = '', ...args]: string[],
  isLive: boolean,
): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const stdout = isLive ? 'inherit' : 'pipe'
    const child = spawn(command, args, { stdio: ['ignore', stdout, stdout] })
    let output = ''
    const keep = (chunk: Buffer) => (output += chunk.toString())
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (error) => {
      if (isLive) console.error(error.message)
      resolve({ passed: false, output: `${output}${error.message}\n` })
    })
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}
