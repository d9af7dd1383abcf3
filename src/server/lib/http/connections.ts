import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#server/lib/log.ts'
import type { ErrorBody } from '#shared/contract/errors.ts'
import { securityHeaders } from './headers.ts'
import type { Readiness } from './readiness.ts'
import { newRequestId, requestIdHeader } from './request-log.ts'

const second = 1000

/** Maximum size of a request body, in bytes. The longest booking needs a quarter of this size. */
export const bodyLimit = 64 * 1024

/** Limits that Node enforces for each connection. */
export const connectionOptions = {
  bodyLimit,
  // Node checks every second, so even on a busy machine, headers time out before 15 s and requests before 30 s.
  http: { headersTimeout: 12 * second, connectionsCheckingInterval: second },
  requestTimeout: 26 * second,
  // The timeout for idle connections, mainly those whose clients do not read the response. Except for exports, which
  // set their own timeout, no handler takes this long to start a response.
  connectionTimeout: 90 * second,
  // The last response on a connection tells browsers and proxies that the connection will close, so they open a new
  // connection.
  maxRequestsPerSocket: 100,
} satisfies FastifyHttpOptions<Server>

export interface ConnectionLimits {
  total: number
  perClient: number
}

export const connectionLimits: ConnectionLimits = { total: 2000, perClient: 64 }

/** Milliseconds for which a client is refused after it has sent too many requests at once. */
const floodMilliseconds = 10 * second

/**
 * Counts connections against two limits: one for all clients together, and one for each client. Only the first limit
 * applies if `client` is null.
 */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits
  readonly #perClient = new Map<string, number>()
  #total = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  hasOwnLeft(client: string | null): boolean {
    return client === null || (this.#perClient.get(client) ?? 0) < this.#limits.perClient
  }

  /** Counts a connection and returns a function that releases it, or null if a limit is reached. */
  take(client: string | null): (() => void) | null {
    if (this.#total >= this.#limits.total || !this.hasOwnLeft(client)) return null
    this.#add(client, 1)
    let isCounted = true
    return () => {
      if (isCounted) this.#add(client, -1)
      isCounted = false
    }
  }

  #add(client: string | null, change: 1 | -1): void {
    this.#total += change
    if (client === null) return
    const count = (this.#perClient.get(client) ?? 0) + change
    if (count > 0) this.#perClient.set(client, count)
    else this.#perClient.delete(client)
  }
}

/** Returns the key under which an IP address counts as a client; null for a proxy, which many clients share. */
export type ClientOf = (address: string | undefined) => string | null

/**
 * Closes the least recently used connection when a limit is reached. If a single client has reached its own limit, one
 * of that client's connections is closed. Node's `maxConnections` would refuse the new connection instead, so that a
 * few hundred slow clients behind a proxy would keep everyone else out.
 */
export function limitConnections(
  server: Server,
  { limits, clientOf, log }: { limits: ConnectionLimits; clientOf: ClientOf; log: Pick<Log, 'info'> },
): void {
  const counter = new ConnectionCounter(limits)
  /** Ordered by use, with the least recently used connection first. */
  const open = new Map<Socket, { client: string | null; unanswered: number; release: () => void }>()
  const flooding = new Set<string>()

  function leastUsed(client: string | null): Socket | undefined {
    const isOwn = !counter.hasOwnLeft(client)
    let busy: Socket | undefined
    for (const [socket, each] of open) {
      if (isOwn && each.client !== client) continue
      if (each.unanswered === 0) return socket
      busy ??= socket
    }
    return busy
  }

  function makeRoom(client: string | null): (() => void) | null {
    const socket = leastUsed(client)
    if (!socket) return null
    open.get(socket)?.release()
    open.delete(socket)
    socket.destroy()
    return counter.take(client)
  }

  function use(socket: Socket, change: 1 | -1): void {
    const each = open.get(socket)
    if (!each) return
    each.unanswered += change
    open.delete(socket)
    open.set(socket, each)
  }

  /**
   * Refuses a client that has sent thousands of requests at once, because Node parses all of them before it
   * handles the first.
   */
  function refuse(socket: Socket): void {
    const client = open.get(socket)?.client ?? null
    socket.destroy()
    if (client === null || flooding.has(client)) return
    flooding.add(client)
    setTimeout(() => flooding.delete(client), floodMilliseconds).unref()
    for (const [other, each] of open) if (each.client === client) other.destroy()
    log.info('client refused: requests sent without waiting')
  }

  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress)
    if (client !== null && flooding.has(client)) return void socket.destroy()
    const release = counter.take(client) ?? makeRoom(client)
    if (!release) return void socket.destroy()
    open.set(socket, { client, unanswered: 0, release })
    socket.once('close', () => {
      open.delete(socket)
      release()
    })
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    use(socket, 1)
    response.once('close', () => use(socket, -1))
  })
  // This event is emitted after `maxRequestsPerSocket` requests. At that moment, a client that waits for responses
  // already knows that the connection is closing.
  server.on('dropRequest', (_request: IncomingMessage, socket: Socket) => refuse(socket))
  // An upgraded connection still counts toward the limit, but it is never closed in favor of a new connection.
  server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket))
}

/** Milliseconds for which a refused client may continue to send before its connection is closed. */
const refusedMilliseconds = second / 2

/** Decides which responses end the connection. */
export function endConnections(app: FastifyInstance, readiness: Readiness): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (request, reply, _body, done) => {
    // Once the server reports that it is not ready, responses tell clients to close the connection, so that few
    // connections are closed while a request is in flight. The header also keeps busy connections from delaying the
    // shutdown.
    if (isClosing || readiness.isOff) reply.header('connection', 'close')
    else if (leavesLongBody(request)) endAfterRefusal(request, reply)
    done()
  })
}

/** True if a request was refused before its body arrived and the body is too long to be worth reading. */
function leavesLongBody({ headers, raw }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return !raw.complete && (encoding !== undefined || Number(length ?? 0) > bodyLimit)
}

/**
 * Lets a client that is still sending read the refusal. Fastify's header would make Node close the socket at once, and
 * the system would then send a reset because of the unread bytes, which discards the response. Therefore, only our side
 * of the connection is closed, and the rest of the body is discarded for a while.
 */
function endAfterRefusal({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), refusedMilliseconds)
    socket.once('close', () => clearTimeout(timer))
  })
}

const statusByCode: Record<string, keyof typeof clientErrors> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** The responses to client errors, each with a status line, a message and a hint. */
const clientErrors = {
  400: ['Bad Request', 'The request could not be read', null],
  408: ['Request Timeout', 'The request was not complete in time', null],
  431: [
    'Request Header Fields Too Large',
    'The address and the headers of the request are too large',
    'Send at most 16 kB: put a long list of filters into the body of a function call, or into several requests',
  ],
} as const

/**
 * Responds to bytes that are not a valid request. Invalid bytes do not reach a route, so the response is written
 * directly.
 */
export function answerClientError(publicUrl: string) {
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusByCode[error.code ?? ''] ?? 400
    const [line, message, hint] = clientErrors[status]
    const body = JSON.stringify({ code: `HTTP${status}`, message, details: null, hint } satisfies ErrorBody)
    socket.end(
      `HTTP/1.1 ${status} ${line}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n${requestIdHeader}: ${newRequestId()}\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}
