import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { v7 } from 'uuid'
import { bookingRow, eventRows } from './rows.ts'
import { key } from './servers.ts'

/** The number of connections; each sends one request at a time. */
export const connections = 20

export type BenchmarkTable = 'user_interactions' | 'strategy_call_bookings'

export interface LoadOptions {
  url: string
  table: BenchmarkTable
  /** The number of rows in a request; always 1 for bookings. */
  rows: number
  /**
   * The number of requests. The load has no time limit, because a limit would interrupt the last requests, whose
   * rows may already be stored.
   */
  amount: number
}

interface LoadResult {
  /** The number of rows acknowledged with 201. */
  stored: number
  seconds: number
  /** The latency of each request in milliseconds. */
  latencies: number[]
}

const program = fileURLToPath(import.meta.url)

/** Sends rows from a separate process, so that the load does not delay this process's measurements. */
export async function generateLoad(plan: LoadOptions): Promise<LoadResult> {
  const child = fork(program, [JSON.stringify(plan)], { serialization: 'advanced' })
  process.once('exit', () => child.kill())
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`The load generator failed (exit code ${code})`)))
  })
}

async function sendRows({ url, table, rows, amount }: LoadOptions): Promise<LoadResult> {
  // Prepares the bodies in advance and changes only their ids, so that the server gets most of the processor time.
  const bodies = Array.from({ length: 22 }, (_, visitor) => {
    const made = table === 'user_interactions' ? eventRows(rows, visitor, visitor) : [bookingRow()]
    const parts = made.map((row) => JSON.stringify(row).split(row.id))
    return () => `[${parts.map((part) => part.join(v7())).join(',')}]`
  })
  const pool = new Pool(url, { connections })
  const headers = { apikey: key, 'content-type': 'application/json' }
  const latencies: number[] = []
  let sent = 0
  async function sendInTurn(): Promise<void> {
    while (sent < amount) {
      const body = bodies[sent++ % bodies.length]?.() ?? ''
      const began = performance.now()
      const response = await pool.request({ method: 'POST', path: `/rest/v1/${table}`, headers, body })
      const answer = await response.body.text()
      if (response.statusCode !== 201) throw new Error(`A row was refused: ${response.statusCode} ${answer}`)
      latencies.push(performance.now() - began)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, sendInTurn))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return { stored: amount * rows, seconds, latencies }
}

if (process.argv[1] === program) {
  const result = await sendRows(JSON.parse(process.argv[2] ?? ''))
  process.send?.(result, () => process.exit())
}
