import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { bodyLimit } from './bounded-server.ts'
import type { Readiness } from './readiness.ts'

export function endConnections(app: FastifyInstance, readiness: Readiness): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (request, reply, _body, done) => {
    // Once the server reports that it is not ready, clients learn that their connection ends before they send again, so
    // that few are closed while a request is on its way. It also keeps a busy connection from holding the process up
    // until its time runs out.
    const isEnding = isClosing || readiness.isOff
    // A client that sends too many requests loses its connection with each refusal, and those behind it are not read.
    const isFlood = reply.statusCode === 429
    if (isEnding || isFlood || leavesLongBody(request)) reply.header('connection', 'close')
    done()
  })
}

/**
 * A request refused by its headers leaves its body unread, and Node would go on reading it, however long it is, to keep
 * the connection. A long one is not worth that.
 */
function leavesLongBody({ headers, raw }: { headers: IncomingHttpHeaders; raw: IncomingMessage }): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return !raw.complete && (encoding !== undefined || Number(length ?? 0) > bodyLimit)
}
