import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/**
 * From the moment the server says that it is not ready any more, every answer ends its connection: whoever sends over it
 * learns that it ends before they send again, so that few are left to be closed while a request is on its way. It also
 * keeps a connection that was busy at the end from holding the process up until its time runs out.
 */
export function drainOnClose(app: FastifyInstance, readiness: Readiness): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (closing || readiness.isOff) reply.header('connection', 'close')
    done()
  })
}
