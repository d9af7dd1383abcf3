import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../tools/run-server.ts'
import { key, startServer } from './contestants.ts'
import { connections, pour } from './load.ts'
import type { Effort } from './peaks.ts'
import { people } from './people.ts'
import { press } from './press.ts'
import { ownProcessorSeconds } from './processor-time.ts'
import { type SpanCollector, startSpanCollector } from './span-collector.ts'
import { median, whole } from './statistics.ts'

const thorough: Effort = { rounds: 4, seconds: 2.5, warmSeconds: 2 }
/** A brief run only shows that the program works: its numbers mean nothing. */
const brief: Effort = { rounds: 1, seconds: 0.5, warmSeconds: 0.3 }

const token = 'a-token-of-the-bench'

/** Requests of one kind, as fast as answers arrive; gives how many were answered. */
const kinds = {
  'GET /': async ({ url }: RunningServer, seconds: number) => {
    const at = new URL(url)
    const message = Buffer.from(`GET / HTTP/1.1\r\nHost: ${at.host}\r\n\r\n`)
    return (await press(at, people(connections), () => message, seconds)).answered
  },
  'an event': ({ url }: RunningServer, seconds: number) => rows(url, 'user_interactions', seconds),
  'a booking': ({ url }: RunningServer, seconds: number) => rows(url, 'strategy_call_bookings', seconds),
}

async function rows(url: string, table: 'user_interactions' | 'strategy_call_bookings', seconds: number) {
  return (await pour({ url, key, table, rows: 1, seconds })).stored
}

type Kind = keyof typeof kinds
const all = Object.keys(kinds) as Kind[]

interface Variant {
  name: string
  server: RunningServer
  /** Microseconds of a core in the server's own process for each request, of each round. */
  work: Record<Kind, number[]>
}

/** What metrics and traces cost of each request, beside a server with neither. */
export async function printTelemetry(folder: string, isBrief: boolean): Promise<void> {
  const effort = isBrief ? brief : thorough
  const collector = await startSpanCollector()
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }
  const variants = [
    variant('neither', folder, {}),
    // The same again: how far it is from the first is what this machine adds by itself.
    variant('neither, again', folder, {}),
    variant('metrics', folder, { METRICS_TOKEN: token }),
    variant('traces of one in twenty', folder, { ...traces, ...sampled }),
    variant('traces of all', folder, traces),
  ]
  try {
    for (const { server, name } of variants) {
      await mkdir(join(folder, name))
      await server.start()
    }
    for (const kind of all) for (const one of variants) await measure(one, kind, effort.warmSeconds)
    collector.take()
    for (let round = 0; round < effort.rounds; round++)
      for (const kind of all)
        for (const one of round % 2 === 0 ? variants : variants.toReversed())
          one.work[kind].push(await measure(one, kind, effort.seconds))
    print(variants, effort)
    await printScrape(variants[2] as Variant, isBrief ? 3 : 30)
    await printLoss(variants[4] as Variant, collector, effort.seconds)
  } finally {
    await Promise.all(variants.map(({ server }) => server.stop()))
    collector.stop()
  }
}

function variant(name: string, folder: string, env: Record<string, string>): Variant {
  const server = startServer({ DATA_DIR: join(folder, name), ...env })
  return { name, server, work: { 'GET /': [], 'an event': [], 'a booking': [] } }
}

async function measure({ server }: Variant, kind: Kind, seconds: number) {
  const before = ownProcessorSeconds(server.pid ?? 0)
  const answered = await kinds[kind](server, seconds)
  return ((ownProcessorSeconds(server.pid ?? 0) - before) * 1e6) / answered
}

function print(variants: readonly Variant[], { rounds, seconds }: Effort): void {
  const [neither] = variants as [Variant, ...Variant[]]
  const row = (name: string, cell: (kind: Kind) => string) =>
    console.log(`              ${name.padEnd(26)}${all.map((kind) => cell(kind).padStart(14)).join('')}`)
  console.log(
    `telemetry     µs of a core in the server for each request, and as ratios to neither, over ${connections} connections; ` +
      `medians of ${rounds} rounds of ${seconds} s`,
  )
  row('', (kind) => kind)
  for (const { name, work } of variants)
    row(name, (kind) => {
      const own = median(work[kind])
      return `${whole(own)} (${(own / median(neither.work[kind])).toFixed(2)})`
    })
}

/** A scrape as Prometheus makes it, every few seconds. */
async function printScrape({ server }: Variant, times: number): Promise<void> {
  const taken: number[] = []
  let bytes = 0
  const before = ownProcessorSeconds(server.pid ?? 0)
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    bytes = (await answer.text()).length
    if (!answer.ok) throw new Error(`A scrape was answered ${answer.status}`)
    taken.push(performance.now() - start)
  }
  const work = ((ownProcessorSeconds(server.pid ?? 0) - before) * 1000) / times
  console.log(
    `              a scrape: ${whole(bytes / 1000)} kB, ${median(taken).toFixed(1)} ms, ${work.toFixed(1)} ms of a core`,
  )
}

/** Spans wait in a queue with an end; what a server under full load drops is missing at the collector. */
async function printLoss(everything: Variant, collector: SpanCollector, seconds: number): Promise<void> {
  await sleep(6000)
  collector.take()
  const answered = await kinds['an event'](everything.server, seconds)
  // The last batch leaves after five seconds.
  await sleep(6000)
  console.log(
    `              traces of all, under full load: ${((100 * collector.take()) / answered).toFixed(1)} % of the requests arrived`,
  )
}
