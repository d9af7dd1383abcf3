import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '#server/lib/log.ts'
import { expositionType } from './exposition.ts'
import { tokenTest } from './token.ts'

export interface ScrapeListener {
  port: number
  close(): Promise<void>
}

interface Options {
  port: number
  token: string | null
  scrape: () => Promise<string>
  log: Log
}

/**
 * Serves `/metrics`, and nothing else, at a port of 127.0.0.1. A list of allowed clients would not help: behind a proxy
 * all clients have the same address.
 */
export async function listenForScrapes({
  port: wanted,
  token,
  scrape,
  log,
}: Options): Promise<ScrapeListener> {
  const isAllowed = token === null ? () => true : tokenTest(token)
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, maxHeaderSize: 8192 })
  server.maxConnections = 50
  server.on('request', (request, answer) => {
    const say = (status: number, text: string, headers = {}): void => {
      answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text)
    }
    if (request.url?.split('?')[0] !== '/metrics') return say(404, 'Only /metrics is here.\n')
    if (request.method !== 'GET') return say(405, 'Only read.\n', { allow: 'GET' })
    if (!isAllowed(request.headers.authorization)) {
      return say(401, 'A token is required.\n', { 'www-authenticate': 'Bearer' })
    }
    scrape().then(
      (text) => say(200, text, { 'content-type': expositionType }),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        say(500, 'The log says why.\n')
      },
    )
  })
  server.listen(wanted, '127.0.0.1')
  // Rejects if the system refuses the port.
  await once(server, 'listening')
  server.on('error', (error) => log.error({ err: error }, 'a scrape could not be taken'))
  const { port } = server.address() as AddressInfo
  log.info({ port }, 'metrics can be read')
  return {
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
