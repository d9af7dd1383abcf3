import type { Table } from './load.ts'
import { send } from './servers.ts'

/**
 * Sends requests at a fixed rate, however slow the answers are, and times each from when it was due: a server that
 * stalls is charged for every request that waits. An answer with another status is an error. `stop` gives the
 * milliseconds of each request, once the last is answered.
 */
export function probe(everyMilliseconds: number, expected: number, ask: () => Promise<number>) {
  const first = performance.now() + everyMilliseconds
  const asked: Promise<number>[] = []
  const answer = async (due: number) => {
    const status = await ask()
    if (status !== expected) throw new Error(`A request was answered ${status} instead of ${expected}`)
    return performance.now() - due
  }
  const timer = setInterval(() => {
    // Read once: on a machine that sends slower than requests fall due, this loop would never end.
    const now = performance.now()
    for (;;) {
      const due = first + asked.length * everyMilliseconds
      if (due > now) return
      const one = answer(due)
      // Reported when the probe is stopped, so that those that began can end first.
      one.catch(() => {})
      asked.push(one)
    }
  }, 1)
  const stop = () => {
    clearInterval(timer)
    return Promise.all(asked)
  }
  return { stop }
}

/** Requests the home view. */
export const pageProbe = (url: string, every: number) => probe(every, 200, () => send(url))

/** Stores what is made for each request. */
export const rowProbe = (url: string, table: Table, every: number, make: () => object) =>
  probe(every, 201, () => send(`${url}/rest/v1/${table}`, make()))
