import { bookingMessages } from './booking-messages.ts'
import { type Answer, Connection } from './connection.ts'
import { eventMessages } from './event-messages.ts'
import { connections, type LoadPlan, type LoadResult } from './load.ts'
import { byClock, unlimited } from './pace.ts'

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
const { table = 'user_interactions' } = plan
const url = new URL(`/rest/v1/${table}`, plan.url)
const pace = plan.rate ? byClock(plan.rate, plan.seconds, work) : unlimited(plan)
const result: LoadResult = { stored: 0, seconds: 0, latencies: [] }
/** The idle connections, each as a function that sends a request. */
const free: ((due: number) => void)[] = []
let started = 0

for (let index = 0; index < connections; index++) open()

function open(): void {
  const next =
    table === 'user_interactions' ? eventMessages(url, plan.key, plan.rows) : bookingMessages(url, plan.key)
  const connection = new Connection(url, ready, fail)
  function send(due: number): void {
    connection.ask(next(), (answer) => {
      record(answer, performance.now() - due)
      free.push(send)
      work()
    })
  }
  function ready(): void {
    free.push(send)
    if (free.length < connections) return
    started = performance.now()
    pace.start()
    work()
  }
}

function work(): void {
  while (free.length > 0) {
    const due = pace.take()
    if (due === undefined) break
    free.shift()?.(due)
  }
  if (free.length < connections || !pace.isOver()) return
  result.seconds = (performance.now() - started) / 1000
  process.send?.(result, () => process.exit())
}

function record({ status, text }: Answer, latency: number): void {
  if (status !== 201) fail(new Error(`Rows were refused:\n${text}`))
  result.latencies.push(latency)
  result.stored += plan.rows
}

function fail(error: Error): never {
  throw error
}
