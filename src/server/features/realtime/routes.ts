import type { FastifyInstance } from 'fastify'
import { offered } from './policy.ts'

/** The client takes a 404 at the address of a broadcast for the fault of an old server, and says so. */
const answers = [
  ['/api/broadcast', 400, `Broadcast is not offered. ${offered}`],
  ['/api/broadcast/*', 400, `Broadcast is not offered. ${offered}`],
  ['/websocket', 426, 'Realtime is spoken over a WebSocket'],
  ['/*', 404, `There is nothing here. ${offered}`],
] as const

/** What becomes of requests that are no sockets; the client sends a broadcast so where its channel has not joined. */
export async function realtimeRoutes(app: FastifyInstance): Promise<void> {
  for (const [path, status, message] of answers) {
    // Before the body is read, of whatever kind it is: nothing in it would change the answer.
    const onRequest: Parameters<typeof app.all>[1]['onRequest'] = async (_request, reply) => {
      if (status === 426) reply.header('upgrade', 'websocket')
      return reply.code(status).header('cache-control', 'no-store').send({ message })
    }
    app.all(path, { onRequest }, async () => {})
  }
}
