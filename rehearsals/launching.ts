import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FixedValues } from '#server/app/config/config.ts'
import { compileProgram } from '#server/lib/shared-test-resources.ts'
import { withoutLimits } from '#tools/testing/run-server.ts'

export interface LaunchedServer {
  child: ChildProcess
  /** The output so far, if it is captured. */
  written: { out: string; err: string }
  exit: Promise<number | null>
  /** Resolves with the server's address once the server responds; rejects with the error output if it exits first. */
  url(): Promise<string>
  /** Stops the server gracefully if it is running, and returns the exit code. */
  end(): Promise<number | null>
}

/** The program is built together with the files that it starts as server processes and as reader threads. */
const runProgram = await compileProgram(
  new URL(import.meta.resolve('#server/app/running/run.ts')),
  new URL(import.meta.resolve('#server/app/main.ts')),
  new URL(import.meta.resolve('#server/features/calendars/calendar-reader.ts')),
  new URL(import.meta.resolve('#server/features/team-mailbox/email-reader.ts')),
)

interface LaunchOptions {
  stdio?: StdioOptions
  /** Code that runs in the server's process once the server responds. */
  afterwards?: string
  fixed?: Partial<FixedValues>
}

/** Starts the server in a separate process, by default without rate limits. */
export function launchServer(
  environment: Record<string, string>,
  siteFolder: string,
  { stdio = ['ignore', 'pipe', 'pipe'], afterwards = '', fixed = withoutLimits }: LaunchOptions = {},
): LaunchedServer {
  const run = JSON.stringify(pathToFileURL(runProgram).href)
  const values = JSON.stringify({ PORT: '0', READY_OFF_SECONDS: '0', ...environment })
  const folder = mkdtempSync(join(tmpdir(), 'backline-launch-'))
  const script = join(folder, 'script.mjs')
  writeFileSync(
    script,
    `const { run } = await import(${run})
     await run(${values}, ${JSON.stringify(siteFolder)}, { fixed: ${JSON.stringify(fixed)} })
     ${afterwards}`,
  )
  const child = spawn(process.execPath, [script], { env: {}, stdio })
  child.once('exit', () => rmSync(folder, { recursive: true }))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => (output.out += chunk))
  child.stderr?.on('data', (chunk) => (output.err += chunk))
  return {
    child,
    written: output,
    exit,
    async url() {
      for (;;) {
        const [, url] = /^Backline is at (\S+)\n/.exec(output.out) ?? []
        if (url) return url
        if (child.exitCode !== null) throw new Error(output.err)
        await sleep(20)
      }
    },
    async end() {
      child.kill('SIGTERM')
      return exit
    },
  }
}

/** Waits until the server responds, and returns `launched` with its address and port. */
export async function whenReady(launched: LaunchedServer) {
  const url = await launched.url()
  return { ...launched, url, port: Number(new URL(url).port) }
}
