import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { closeWithLinger } from './lingering-close.ts'
import { OpenConnections } from './open-connections.ts'
import { parseInPieces } from './parse-in-pieces.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'
import { cutSlowReaders } from './slow-readers.ts'

const second = 1000

/** Bytes that one posted body may have: the longest booking needs a quarter of it. */
export const bodyLimit = 64 * 1024

/** What clients may hold, and for how long. */
export interface ConnectionLimits {
  /** Open connections, of all clients and of one; another one takes the place of the one that is used least. */
  connections: number
  connectionsEach: number
  /** Requests that a connection has under way at most: a browser has one. */
  requests: number
  /** Milliseconds to send the head of a request. */
  head: number
  /** Milliseconds to send a request whole. */
  request: number
  /**
   * Milliseconds for which an idle connection is kept alive: more than the sixty seconds after which proxies let go of
   * one. The side that sends should be the side that closes, since a request that meets our closing is lost to its visitor.
   */
  keepAlive: number
  /** Milliseconds to take what was written for it, and one more for so many bytes of that. */
  reading: number
  pace: number
  /** Late clients are looked for so often, in milliseconds, so each may last so much longer. */
  look: number
  /** Milliseconds for which a client that was refused while it was sending may go on, so that it reads why. */
  linger: number
}

/** With the time until we look, heads have less than 15 s and requests less than 30. */
export const connectionLimits: ConnectionLimits = {
  connections: 2000,
  connectionsEach: 64,
  requests: 20,
  head: 13 * second,
  request: 28 * second,
  keepAlive: 75 * second,
  reading: 30 * second,
  pace: 1,
  look: second,
  linger: second / 2,
}

/** Whose place among the connections one takes, by where it comes from; null where many clients share what it is. */
export type ClientOf = (address: string | undefined) => string | null

interface Bounds {
  limits: ConnectionLimits
  clientOf: ClientOf
  /** Of the answer to a request too many, which no route writes. */
  headers: Readonly<Record<string, string>>
  onTooMany: () => void
}

/** Makes servers whose clients hold no more than they may, and that wait for none of them for long. */
export function boundedServer({ limits, clientOf, headers, onTooMany }: Bounds) {
  const open = new OpenConnections(limits)
  return (answer: RequestListener): Server => {
    const server = createServer(
      {
        headersTimeout: limits.head,
        requestTimeout: limits.request,
        keepAliveTimeout: limits.keepAlive,
        connectionsCheckingInterval: limits.look,
        maxHeaderSize: 16 * 1024,
      },
      (request, response) => {
        const { socket } = request
        const underWay = open.begin(socket, response)
        if (underWay <= limits.requests) return answer(request, response)
        if (underWay === Number.POSITIVE_INFINITY) return
        open.ignore(socket)
        const closing = { connection: 'close', 'retry-after': '1', 'content-length': '0' }
        response.writeHead(429, { ...headers, [requestIdHeader]: newRequestId(), ...closing }).end()
        onTooMany()
      },
    )
    server.on('connection', (socket: Socket) => open.add(socket, clientOf(socket.remoteAddress)))
    server.on('upgrade', ({ socket }) => open.keep(socket))
    parseInPieces(server, (socket) => open.isIgnored(socket))
    cutSlowReaders(server, limits)
    closeWithLinger(server, limits.linger, (socket) => open.ignore(socket))
    return server
  }
}
