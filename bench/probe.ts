import type { Table } from './load.ts'
import { send } from './servers.ts'

/**
 * Sends requests at a fixed rate, even if responses are slow, and times each from when it was due, so that a stall
 * counts for every waiting request. Another status is an error. `stop` resolves to the milliseconds of each request
 * after the last response.
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
    // Read once, because on a slow machine this loop would never end.
    const now = performance.now()
    for (;;) {
      const due = first + asked.length * everyMilliseconds
      if (due > now) return
      const one = answer(due)
      // Errors are reported by `stop`, after the pending requests have ended.
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
export const rowProbe = (url: string, table: Table, every: number, make: () => object) =>
  probe(every, 201, () => send(`${url}/rest/v1/${table}`, make()))
