import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { BadToken } from '#server/lib/auth/context.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'
import { requestIdHeader } from '#server/lib/http/request-log.ts'
import type { RealtimeContext } from './feed.ts'
import type { SocketOpening } from './frames.ts'
import { supportedChannels } from './policy.ts'

export const socketPath = '/realtime/v1/websocket'

/** Responds to plain HTTP requests. The client sends broadcasts over HTTP if its channel has not joined. */
export async function realtimeRoutes(app: FastifyInstance): Promise<void> {
  // The response is sent before the body is read, because the body cannot change it. If the URL for broadcasts
  // returned 404, the client would report an outdated server.
  app.all('/*', {
    onRequest: async (_request, reply) =>
      reply
        .code(400)
        .header('cache-control', 'no-store')
        .send({
          message: `Only WebSocket connections are supported, at ${socketPath}. ${supportedChannels}`,
        }),
    handler: async () => {},
  })
}

export type UpgradeDecision = SocketOpening | { refusal: string }

export async function decideUpgrade(
  request: IncomingMessage,
  { isKey, keys }: Pick<RealtimeContext, 'isKey' | 'keys'>,
  allowedOrigins: readonly string[],
): Promise<UpgradeDecision> {
  const address = `http://localhost${request.url ?? ''}`
  if (!URL.canParse(address)) return { refusal: '404 Not Found' }
  const { pathname, searchParams } = new URL(address)
  if (pathname !== socketPath) return { refusal: '404 Not Found' }
  if (!isAllowedOrigin(request.headers, allowedOrigins)) return { refusal: '403 Forbidden' }
  // The protocol's default version.
  const version = searchParams.get('vsn') ?? '1.0.0'
  if (version !== '1.0.0' && version !== '2.0.0') return { refusal: '400 Bad Request' }
  const key = searchParams.get('apikey') ?? ''
  if (isKey(key)) return { version, programsToken: null }
  return (await isServiceToken(key, keys)) ? { version, programsToken: key } : { refusal: '401 Unauthorized' }
}

/** True for a token with the role `service_role`, which the data API also accepts instead of the publishable key. */
async function isServiceToken(token: string, keys: RealtimeContext['keys']): Promise<boolean> {
  try {
    return (await keys.verify(token)).role === 'service_role'
  } catch (error) {
    if (error instanceof BadToken) return false
    throw error
  }
}

/**
 * False for a page on another site, unless the operator allows its origin. Otherwise, a page on another site could open
 * a socket in its visitor's browser. Programs send no origin.
 */
function isAllowedOrigin({ origin, host }: IncomingMessage['headers'], allowed: readonly string[]): boolean {
  return origin === undefined || [...allowed, `http://${host}`, `https://${host}`].includes(origin)
}

/** Writes the response as text, because Fastify does not handle upgrade requests. */
export function refuseUpgrade(socket: Duplex, status: string, publicUrl: string, requestId: string): void {
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    [requestIdHeader]: requestId,
    connection: 'close',
    'content-length': '0',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n`, () => socket.destroy())
}
