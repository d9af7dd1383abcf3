import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends the server in order; should that take too long, at once, which costs no committed row. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const pause of ending(pid, 8000)) await sleep(pause)
}

/** The same without waiting for events, for the `exit` of this process, where no more of them arrive. */
export function stopPostgresNow(pid: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (const pause of ending(pid, 2000)) Atomics.wait(cell, 0, 0, pause)
}

/** Signals it, each harder than the one before, and gives the milliseconds until we look again. */
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

/** Ends a child and what it started, all of one group, without a word. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Whether the one has started the other; assumed where the system does not say. */
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

/** What Linux says of a process. Its name comes first, in brackets, and may hold anything. */
function stateOf(pid: number): { isZombie: boolean; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { isZombie: state === 'Z', parent: Number(parent) }
  } catch {
    return undefined
  }
}
