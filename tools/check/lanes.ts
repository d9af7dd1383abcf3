import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Step } from './steps.ts'

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
  const { name, commands, report, plain } = step
  // Colours are for a terminal: in a file each would be a dozen characters.
  const env = process.stdout.isTTY ? process.env : { ...process.env, FORCE_COLOR: undefined, ...plain }
  const started = Date.now()
  if (isLive) console.log(`\n▸ ${name}`)
  // The report of an earlier run must never be counted for this one.
  if (report) rmSync(report[0], { force: true })
  let passed = true
  let output = ''
  for (const command of commands) {
    if (!passed) break
    const ended = await run(command, env, isLive)
    passed = ended.passed
    output += ended.output
  }
  if (!isLive) process.stdout.write(`\n▸ ${name}\n${output}`)
  const seconds = (Date.now() - started) / 1000
  console.log(`${passed ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`)
  return { step, passed, seconds }
}

function run(
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  isLive: boolean,
): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const stdout = isLive ? 'inherit' : 'pipe'
    const child = spawn(command, args, { stdio: ['ignore', stdout, stdout], env })
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
