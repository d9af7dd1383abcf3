import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { v7 } from 'uuid'
import { bookingRow, eventRows } from './rows.ts'
import { key } from './servers.ts'

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

interface LoadResult {
  /** Rows acknowledged by a 201. */
  stored: number
  seconds: number
  /** Milliseconds of each request. */
  latencies: number[]
}

const program = fileURLToPath(import.meta.url)

/** Sends rows from a process of its own, so that the load does not delay the measurements of this one. */
export async function pour(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(program, [JSON.stringify(plan)], { serialization: 'advanced' })
  process.once('exit', () => child.kill())
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`The rows could not be poured (exit code ${code})`)))
  })
}

function sendRows({ url, table, rows, amount }: LoadPlan): void {
  // Bodies are made beforehand and only get new ids, so that the processor is free for the server.
  const bodies = Array.from({ length: 22 }, (_, visitor) => {
    const made = table === 'user_interactions' ? eventRows(rows, visitor, visitor) : [bookingRow()]
    const parts = made.map((row) => JSON.stringify(row).split(row.id))
    return () => `[${parts.map((part) => part.join(v7())).join(',')}]`
  })
  let [sent, ended] = [0, 0]
  const latencies: number[] = []
  const started = performance.now()
  const load = autocannon(
    {
      url: `${url}/rest/v1/${table}`,
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      connections,
      amount,
      requests: [
        { setupRequest: (request) => ({ ...request, body: bodies[sent++ % bodies.length]?.() ?? '' }) },
      ],
    },
    (error, summary) => {
      // autocannon ignores `Connection: close`, so the first request after it gets no response and is not stored.
      if (error || summary.errors > 0 || summary.non2xx > 0)
        throw new Error(`Not all rows were stored: ${JSON.stringify(summary)}`)
      const result: LoadResult = {
        stored: summary['2xx'] * rows,
        seconds: (ended - started) / 1000,
        latencies,
      }
      process.send?.(result, () => process.exit())
    },
  )
  // The summary rounds latencies, and its duration ends with the second.
  load.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    ended = performance.now()
  })
}

if (process.argv[1] === program) sendRows(JSON.parse(process.argv[2] ?? ''))
