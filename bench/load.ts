import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Connections that send rows, from this process and from each of its helpers. */
export const connections = 20

export interface LoadPlan {
  url: string
  key: string
  /** Events, without another word. */
  table?: 'user_interactions' | 'strategy_call_bookings'
  /** In one request; of bookings always one. */
  rows: number
  seconds: number
  /** The total number of requests, in place of a duration. */
  requests?: number
  /**
   * Requests a second, sent at a fixed rate whether or not earlier ones were answered (open loop); without it, as
   * fast as possible.
   */
  rate?: number
}

export interface LoadResult {
  /** Rows acknowledged by a 201. */
  stored: number
  seconds: number
  /** Milliseconds of each request, from the moment it was due. */
  latencies: number[]
}

/**
 * Sends rows over keep-alive connections, from a process of its own, so that the load does not delay the measurements
 * of this one.
 */
export async function pour(plan: LoadPlan): Promise<LoadResult> {
  const program = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(plan)], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`The rows could not be poured (exit code ${code})`)))
  })
}
