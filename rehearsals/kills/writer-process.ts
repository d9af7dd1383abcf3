import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileProgram } from '#server/lib/shared-test-resources.ts'

const writer = await compileProgram(new URL('./booking-writer.ts', import.meta.url))

/** `booking-writer.ts` in a separate process, with the output so far. */
export interface ServerProcess {
  child: ChildProcess
  lines: string[]
  ended: Promise<unknown>
}

export function startServer(
  dataDir: string,
  mode: 'busy' | 'idle' | 'leave' | 'fall',
  account: { uid?: number; gid?: number } = {},
): ServerProcess {
  const child = spawn(process.execPath, [writer, dataDir, mode], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', mode === 'fall' ? 'ignore' : 'inherit'],
  })
  const lines: string[] = []
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  return { child, lines, ended: once(child, 'close') }
}

/**
 * Skips the first `from` lines, and waits for a line that begins with `start`. If none appears, throws an error that
 * contains the last lines.
 */
export async function waitForLine({ child, lines }: ServerProcess, start: string, from = 0): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(5)) {
    const line = lines.slice(from).find((each) => each.startsWith(start))
    if (line !== undefined) return line
    if (child.exitCode !== null && child.stdout?.readableEnded) break
  }
  throw new Error(`missing line '${start}' in: ${lines.slice(-10).join(' | ')}`)
}
