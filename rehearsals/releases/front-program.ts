import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '#tools/prepare/find-program.ts'

/** The proxies before a server that are tried, by the names of their programs and Debian's packages. */
export type FrontProgram = 'caddy' | 'nginx' | 'haproxy'

interface Start {
  args: string[]
  /** Its folder, where it may write whatever it likes. */
  home: string
  /** Resolves to whether it answers by now. */
  isUp: () => Promise<boolean>
  /** What ends it politely. */
  signal?: NodeJS.Signals
}

export interface RunningFront {
  /** Has it read its configuration anew. */
  reload: () => void
  stop: () => Promise<void>
}

export async function runFront(
  name: FrontProgram,
  { args, home, isUp, signal = 'SIGTERM' }: Start,
): Promise<RunningFront> {
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(findProgram(name) ?? name, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (hasEnded()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(timer)
  }
  for (const end = Date.now() + 15_000; !(await isUp().catch(() => false)); await sleep(50)) {
    if (!hasEnded() && Date.now() < end) continue
    await stop()
    throw new Error(`${name} did not start: ${said}`)
  }
  return { reload: () => child.kill('SIGHUP'), stop }
}
