import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import { TooManyRequests } from '#server/lib/rate-limit/too-many-requests.ts'
import { FairShare } from './fair-share.ts'

/**
 * Behind a proxy that we trust a connection is nobody's own, so there a client takes its share of what the proxy brings
 * at the same time: a client who sends slowly, or reads slowly, has that many requests under way and no more.
 */
export function shareRequests(
  app: FastifyInstance,
  most: number,
  isProxy: (address: string | undefined) => boolean,
): void {
  const share = new FairShare(most)
  const underWay = new WeakMap<Socket, Set<() => void>>()

  /** Of requests that wait behind others on one connection, Node tells no end when that connection breaks. */
  const placesOf = (socket: Socket) => {
    const known = underWay.get(socket)
    if (known) return known
    const places = new Set<() => void>()
    underWay.set(socket, places)
    socket.once('close', () => {
      for (const giveBack of places) giveBack()
    })
    return places
  }

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request
    if (!isProxy(socket.remoteAddress)) return
    const giveBack = share.take(clientAddress(request.ip), {
      isIdle: () => false,
      end: () => socket.destroy(),
    })
    if (!giveBack) {
      // Otherwise the server would wait for the rest of the body.
      reply.header('connection', 'close')
      throw new TooManyRequests(1000)
    }
    const places = placesOf(socket)
    places.add(giveBack)
    const end = () => {
      places.delete(giveBack)
      giveBack()
    }
    // Answered early, as a refusal is, it holds its connection until its body has come.
    reply.raw.once('close', () => (request.raw.complete ? end() : request.raw.once('end', end)))
  })
}
