import type { FastifyInstance } from 'fastify'
import { offered } from './policy.ts'

/** The client would report a 404 of the broadcast address as an outdated server. */
const answers = [
  ['/api/broadcast', 400, `Broadcast is not offered. ${offered}`],
  ['/api/broadcast/*', 400, `Broadcast is not offered. ${offered}`],
  ['/websocket', 426, 'Realtime is spoken over a WebSocket'],
  ['/*', 404, `There is nothing here. ${offered}`],
] as const

/** Answers plain HTTP requests; the client sends broadcasts this way if its channel has not joined. */
export async function realtimeRoutes(app: FastifyInstance): Promise<void> {
  for (const [path, status, message] of answers) {
    // Answered before the body is read, which could not change the answer.
    const onRequest: Parameters<typeof app.all>[1]['onRequest'] = async (_request, reply) => {
      if (status === 426) reply.header('upgrade', 'websocket')
      return reply.code(status).header('cache-control', 'no-store').send({ message })
    }
    app.all(path, { onRequest }, async () => {})
  }
}
