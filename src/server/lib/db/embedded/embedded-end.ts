import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shuts the server down; after a timeout it kills it, which loses no committed row. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const pause of ending(pid, 8000)) await sleep(pause)
}

/** The same without waiting for events, for the `exit` of this process, where no event arrives any more. */
export function stopPostgresNow(pid: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (const pause of ending(pid, 2000)) Atomics.wait(cell, 0, 0, pause)
}

/** Sends ever harder signals, and yields the milliseconds until the next check. */
function* ending(pid: number, inOrder: number): Generator<number, void> {
  for (const [signal, patience] of [
    ['SIGINT', inOrder],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const end = Date.now() + patience; Date.now() < end; ) {
      yield 10
      if (!exists(pid) || stateOf(pid)?.isZombie) return
    }
  }
}

/** Kills a child and everything that it started, which are one process group. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Whether `parent` started `pid`; assumed where the system has no `/proc`. */
export function isChildOf(pid: number, parent: number | undefined): boolean {
  const state = stateOf(pid)
  return state === undefined || state.parent === parent
}

export function exists(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** From Linux's `/proc`. The name of the process comes before its state, in brackets, and may hold anything. */
function stateOf(pid: number): { isZombie: boolean; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { isZombie: state === 'Z', parent: Number(parent) }
  } catch {
    return undefined
  }
}
