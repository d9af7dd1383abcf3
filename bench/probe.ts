import type { BenchmarkTable } from './load.ts'
import { send } from './servers.ts'

/**
 * Sends requests at a fixed rate, even if responses are slow. Measures each request from the moment it was due, so
 * that a stall counts for every request that waits. A status other than `expected` is an error. `stop` waits for the
 * last response and returns the duration of each request in milliseconds.
 */
export function probe(everyMilliseconds: number, expected: number, ask: () => Promise<number>) {
  const first = performance.now() + everyMilliseconds
  const asked: Promise<number>[] = []
  const answer = async (due: number) => {
    const status = await ask()
    if (status !== expected) throw new Error(`A request returned ${status} instead of ${expected}`)
    return performance.now() - due
  }
  const timer = setInterval(() => {
    // Reads the clock only once; otherwise, this loop would never end on a slow machine.
    const now = performance.now()
    for (;;) {
      const due = first + asked.length * everyMilliseconds
      if (due > now) return
      const one = answer(due)
      // `stop` waits for pending requests and then throws the errors.
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

/** Stores a new row with each request. */
export const rowProbe = (url: string, table: BenchmarkTable, every: number, make: () => object) =>
  probe(every, 201, () => send(`${url}/rest/v1/${table}`, make()))
