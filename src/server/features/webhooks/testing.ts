import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver on this machine that records requests; `answer` is its response, initially an empty 204. */
export async function receiverForTest() {
  const received: ReceivedRequest[] = []
  const receiver = {
    received,
    url: '',
    port: 0,
    /** Counts all connections, including those without a request. */
    connections: 0,
    answer: (reply: ServerResponse): void => void reply.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      receiver.answer(reply)
    })
  })
  server.on('connection', () => receiver.connections++)
  // Listens on every network interface, for IPv4 and IPv6, so that every request to this machine arrives.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof receiverForTest>>
