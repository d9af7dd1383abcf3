import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from '#server/lib/http/headers.ts'
import type { Version } from './types.ts'

const path = '/realtime/v1/websocket'

/** What a request to change protocols gets: a socket that speaks this version, or a refusal. */
export type Judgement = { version: Version } | { refusal: string }

export function judge(
  request: IncomingMessage,
  isKey: (guess: string) => boolean,
  publicUrl: string,
  allowedOrigins: readonly string[],
): Judgement {
  const address = `http://localhost${request.url ?? ''}`
  if (!URL.canParse(address)) return { refusal: '404 Not Found' }
  const { pathname, searchParams } = new URL(address)
  if (pathname !== path) return { refusal: '404 Not Found' }
  if (!isWelcome(request.headers, [publicUrl, ...allowedOrigins])) return { refusal: '403 Forbidden' }
  if (!isKey(searchParams.get('apikey') ?? '')) return { refusal: '401 Unauthorized' }
  // The protocol's own default.
  const version = searchParams.get('vsn') ?? '1.0.0'
  return version === '1.0.0' || version === '2.0.0' ? { version } : { refusal: '400 Bad Request' }
}

/**
 * A page of another site may not open a socket to us in its visitor's browser, unless the operator allows its origin.
 * Programs send no origin.
 */
function isWelcome({ origin, host }: IncomingMessage['headers'], allowed: readonly string[]): boolean {
  return origin === undefined || [...allowed, `http://${host}`, `https://${host}`].includes(origin)
}

/** No route runs for these, so the answer is written by hand. */
export function refuse(socket: Duplex, status: string, publicUrl: string): void {
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    connection: 'close',
    'content-length': '0',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n`, () => socket.destroy())
}
