import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** The server's present address. */
export interface Target {
  host: string
  port: number
}

interface Rewritten {
  html: string
  headers: OutgoingHttpHeaders
}

/** Rewrites a page that the server sent; null passes it on unchanged. */
type Rewrite = (html: string, headers: IncomingHttpHeaders) => Promise<Rewritten | null>

/** Proxies a request to the server, and its response back. */
export async function passOn(
  { host, port }: Target,
  request: IncomingMessage,
  response: ServerResponse,
  rewrite: Rewrite,
): Promise<void> {
  const { method, url: path } = request
  const headers = forwarded(request)
  // Compression is pointless over the loopback, and pages must be readable to be rewritten.
  delete headers['accept-encoding']
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = ask({ host, port, method, path, headers, agent: false }, resolve)
    asked.on('error', reject)
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  })
  const { statusCode = 502, headers: answered } = answer
  if (!answered['content-type']?.startsWith('text/html') || method === 'HEAD') {
    response.writeHead(statusCode, answered)
    return pipeline(answer, response)
  }
  const html = await text(answer)
  const { 'transfer-encoding': _, ...kept } = answered
  const other = await rewrite(html, answered)
  if (other) delete kept.etag
  const body = Buffer.from(other?.html ?? html)
  const changes = other && { 'cache-control': 'no-store', ...other.headers }
  response.writeHead(statusCode, { ...kept, ...changes, 'content-length': body.length }).end(body)
}

/** Proxies WebSocket upgrades, which realtime uses. */
export function passSocket(
  { host, port }: Target,
  request: IncomingMessage,
  socket: Duplex,
  first: Buffer,
): void {
  const other = connect(port, host, () => {
    const lines = Object.entries(forwarded(request)).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    other.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    other.write(first)
    socket.pipe(other).pipe(socket)
  })
  for (const [one, its] of [
    [socket, other],
    [other, socket],
  ] as const) {
    one.on('error', () => its.destroy())
    one.on('close', () => its.destroy())
  }
}

/** The server trusts this proxy for the client's address. */
function forwarded({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  return { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http' }
}
