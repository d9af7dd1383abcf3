import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type StubResponse = readonly [status: number, headers?: Record<string, string>, body?: string]

/** A server that replaces ours, such as a proxy or a portal. The test sets the responses of this server. */
export async function openStubServer() {
  let said: StubResponse = [200]
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, url } = request
    asked.push(`${method} ${url}`)
    const isPortal = url === '/portal'
    const [status, headers, body]: StubResponse = isPortal ? [200, { 'content-type': 'text/html' }, 'Sign in'] : said
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the requests since the last call, as `GET /path`. */
    asked: () => asked.splice(0),
    says: (...next: StubResponse) => {
      said = next
    },
    close: () => void server.close(),
  }
}
