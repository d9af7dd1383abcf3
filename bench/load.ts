import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Connections that send rows, each with one request at a time. */
export const connections = 20

export type Table = 'user_interactions' | 'strategy_call_bookings'

export interface LoadPlan {
  url: string
  table: Table
  /** In one request; of bookings always one. */
  rows: number
  /** Requests. A duration would cut off the last ones: they would be stored and not acknowledged. */
  amount: number
}

export interface LoadResult {
  /** Rows acknowledged by a 201. */
  stored: number
  seconds: number
  /** Milliseconds of each request. */
  latencies: number[]
}

/** Sends rows from a process of its own, so that the load does not delay the measurements of this one. */
export async function pour(plan: LoadPlan): Promise<LoadResult> {
  const program = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(plan)], { serialization: 'advanced' })
  process.once('exit', () => child.kill())
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`The rows could not be poured (exit code ${code})`)))
  })
}
