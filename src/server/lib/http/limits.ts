import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FairShare } from './fair-share.ts'
import { cutSlowReaders } from './slow-readers.ts'

const second = 1000

/** Bytes that one posted body may have: the longest booking needs a quarter of it. */
export const bodyLimit = 64 * 1024

/** Milliseconds that a client may take. */
export interface Patience {
  /** To send the head of a request. */
  head: number
  /** To send a request whole. */
  request: number
  /** To take what was written for it, and a millisecond more for each byte of that. */
  reading: number
  /** Late clients are looked for so often, so each may last so much longer. */
  look: number
}

/** With the time until we look, heads have less than 15 s and requests less than 30. */
export const patience: Patience = {
  head: 13 * second,
  request: 28 * second,
  reading: 30 * second,
  look: second,
}

/** Open connections that one process holds; one more is dropped at once instead of starving the others. */
export const mostConnections = 2000

/** Whose place among the connections one takes, by where it comes from; null where many clients share what it is. */
export type ClientOf = (address: string | undefined) => string | null

/** Makes servers that share their places between clients, and wait for none of them for long. */
export function boundedServer(patience: Patience, share: FairShare, clientOf: ClientOf) {
  return (answer: RequestListener): Server => {
    const server = createServer(
      {
        headersTimeout: patience.head,
        requestTimeout: patience.request,
        keepAliveTimeout: 10 * second,
        connectionsCheckingInterval: patience.look,
        maxHeaderSize: 16 * 1024,
      },
      answer,
    )
    server.maxConnections = mostConnections
    server.on('connection', (socket: Socket) => {
      const giveBack = share.take(clientOf(socket.remoteAddress))
      if (giveBack) socket.once('close', giveBack)
      else socket.destroy()
    })
    cutSlowReaders(server, patience)
    return server
  }
}
