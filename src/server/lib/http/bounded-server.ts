import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { FairShare } from './fair-share.ts'
import { IdleConnections } from './idle-connections.ts'
import { closeWithLinger } from './lingering-close.ts'
import { cutSlowReaders } from './slow-readers.ts'

const second = 1000

/** Bytes that one posted body may have: the longest booking needs a quarter of it. */
export const bodyLimit = 64 * 1024

/** What clients may hold, and for how long. */
export interface ConnectionLimits {
  /** Open connections; one more is dropped at once instead of starving the others. */
  connections: number
  /** Milliseconds to send the head of a request. */
  head: number
  /** Milliseconds to send a request whole. */
  request: number
  /**
   * Milliseconds for which an idle connection is kept alive, and those after which it gives way to whoever needs its
   * place. The first is more than the sixty seconds after which proxies let go of one: the side that sends should be the
   * side that closes, since a request that meets our closing is lost to its visitor.
   */
  keepAlive: number
  spare: number
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
  head: 13 * second,
  request: 28 * second,
  keepAlive: 75 * second,
  spare: 10 * second,
  reading: 30 * second,
  pace: 1,
  look: second,
  linger: second / 2,
}

/** What one of several processes may hold, to which connections come in turn. */
export const shareOf = (limits: ConnectionLimits, processes: number): ConnectionLimits => ({
  ...limits,
  connections: Math.floor(limits.connections / processes),
})

/** Whose place among the connections one takes, by where it comes from; null where many clients share what it is. */
export type ClientOf = (address: string | undefined) => string | null

/** Makes servers that share their places between clients, and wait for none of them for long. */
export function boundedServer(limits: ConnectionLimits, clientOf: ClientOf) {
  const idle = new IdleConnections(limits.spare)
  const share = new FairShare(limits.connections, limits.connections, () => idle.endOne())
  return (answer: RequestListener): Server => {
    const server = createServer(
      {
        headersTimeout: limits.head,
        requestTimeout: limits.request,
        keepAliveTimeout: limits.keepAlive,
        connectionsCheckingInterval: limits.look,
        maxHeaderSize: 16 * 1024,
      },
      answer,
    )
    idle.follow(server)
    server.on('connection', (socket: Socket) => {
      const giveBack = share.take(clientOf(socket.remoteAddress), {
        isIdle: () => !idle.isAnswering(socket),
        end: () => socket.destroy(),
      })
      if (giveBack) idle.hold(socket, giveBack)
      else socket.destroy()
    })
    cutSlowReaders(server, limits)
    closeWithLinger(server, limits.linger)
    return server
  }
}
