import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Connections that pour rows, in this and every other program beside it. */
export const connections = 20

export interface LoadPlan {
  url: string
  key: string
  /** Events, without another word. */
  table?: 'user_interactions' | 'strategy_call_bookings'
  /** In one request; of bookings always one. */
  rows: number
  seconds: number
  /** Requests in all, in place of a time. */
  requests?: number
  /** Requests a second that become due, whether or not earlier ones were answered; without it, all that can be. */
  rate?: number
}

export interface LoadResult {
  /** Rows acknowledged by a 201. */
  stored: number
  seconds: number
  /** Milliseconds of each request, from the moment it was due. */
  latencies: number[]
}

/** Pours rows over connections kept open, from a process of its own: what this one measures is not held up. */
export async function pour(plan: LoadPlan): Promise<LoadResult> {
  const program = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(plan)], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`The rows could not be poured (exit code ${code})`)))
  })
}
