import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SpanCollector {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT names. */
  url: string
  /** Spans of requests that have arrived since it was asked last. */
  take: () => number
  stop: () => void
}

/** The value of OTLP's kind of a span by which a server answers a request, as its JSON has it. */
const serverKind = Buffer.from('"kind":2,')

/** Takes traces as a collector does, and counts them without reading more than it must: it shares the machine. */
export async function startSpanCollector(): Promise<SpanCollector> {
  let spans = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      for (let at = body.indexOf(serverKind); at >= 0; at = body.indexOf(serverKind, at + 1)) spans++
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = spans
      spans = 0
      return taken
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
