import type { FastifyInstance } from 'fastify'

/**
 * From the moment the app begins to close, every answer ends its connection. Without this, a kept-alive connection
 * that was busy at that moment would hold the process up until its time runs out.
 */
export function drainOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
