import autocannon from 'autocannon'
import { v7 } from 'uuid'
import { connections, type LoadPlan, type LoadResult } from './load.ts'
import { bookingRow, eventRows } from './rows.ts'
import { key } from './servers.ts'

const { url, table, rows, amount } = JSON.parse(process.argv[2] ?? '') as LoadPlan

/** Bodies are made beforehand and only get new ids, so that the processor is free for the server. */
const bodies = Array.from({ length: 22 }, (_, visitor) => {
  const made = table === 'user_interactions' ? eventRows(rows, visitor, visitor) : [bookingRow()]
  const parts = made.map((row) => JSON.stringify(row).split(row.id))
  return () => `[${parts.map((part) => part.join(v7())).join(',')}]`
})

let sent = 0
let ended = 0
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
    if (error || summary['2xx'] !== amount)
      throw new Error(`Not all rows were stored: ${JSON.stringify(summary)}`)
    const result: LoadResult = { stored: amount * rows, seconds: (ended - started) / 1000, latencies }
    process.send?.(result, () => process.exit())
  },
)
// The summary rounds latencies, and its duration ends with the second.
load.on('response', (_client, _status, _bytes, milliseconds) => {
  latencies.push(milliseconds)
  ended = performance.now()
})
