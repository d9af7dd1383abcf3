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

export interface ConnectionLimits {
  /** Open connections, of all clients and of one; another one takes the place of the least used one. */
  connections: number
  connectionsEach: number
  /** Unanswered requests of one connection at most: a browser has one. */
  requests: number
  /** Milliseconds to send the head of a request. */
  head: number
  /** Milliseconds to send a request whole. */
  request: number
  /**
   * Milliseconds for which an idle connection is kept alive: more than the sixty seconds after which proxies close one.
   * The client should be the side that closes, since a request that arrives while we close is lost.
   */
  keepAlive: number
  /** Milliseconds in which a client must take what was written for it, plus one for each `pace` bytes of it. */
  reading: number
  pace: number
  /** Milliseconds between two checks for late clients, so each limit may be exceeded by that much. */
  look: number
  /** Milliseconds for which a client that was refused while it was sending may go on, so that it reads the refusal. */
  linger: number
}

/** With the interval of the checks, heads have less than 15 s and requests less than 30. */
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

/** The key by which an address counts as a client; null for an address that many clients share. */
export type ClientOf = (address: string | undefined) => string | null

interface Bounds {
  limits: ConnectionLimits
  clientOf: ClientOf
  /** For the refusal of a request too many, which no route writes. */
  headers: Readonly<Record<string, string>>
  onTooMany: () => void
}

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
