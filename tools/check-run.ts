import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { Step } from './check-steps.ts'

export type Count = { passed: number; failed: number; skipped: number }

/** Runs a step's commands with their output in view, and says how long they took. */
export async function runStep({ name, commands, report }: Step): Promise<boolean> {
  const started = Date.now()
  console.log(`\n▸ ${name}`)
  // A report of an earlier run must never be counted for this one.
  if (report) rmSync(report.file, { force: true })
  let passed = true
  for (const command of commands) passed = passed && (await succeeds(command))
  console.log(`${passed ? '✓' : '✗'} ${name} ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return passed
}

/** What the report of a step says. A step that fails with no failed test to show counts as one failure. */
export function countOf({ report }: Step, passed: boolean): Count {
  const count = (report && read(report)) ?? { passed: 0, failed: 0, skipped: 0 }
  return passed ? count : { ...count, failed: Math.max(1, count.failed) }
}

function read({ file, read }: NonNullable<Step['report']>): Count | undefined {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch {
    return undefined
  }
}

function succeeds([command = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}
