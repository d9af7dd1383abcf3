import type { FastifyInstance } from 'fastify'
import { bodyLimit } from './bounded-server.ts'

/**
 * A request refused by its headers leaves its body unread, and Node would go on reading it, however long it is,
 * to keep the connection. A long one is not worth that: the answer ends the connection instead.
 */
export function closeOnUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _body, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const long = encoding !== undefined || Number(length ?? 0) > bodyLimit
    if (long && !request.raw.complete) reply.header('connection', 'close')
    done()
  })
}
