import type { FastifyInstance } from 'fastify'
import { logRefusals } from './log-refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal that this request met, for the log. */
    refusal: string | null
    /** An id of the refused person and the name of a table or function, for the log. */
    denied: { actor: string; subject: string } | null
    /** So frequent that it is logged only when it fails. */
    isRoutine: boolean
  }
}

/** One line per request, with the route's pattern instead of the address, which contains what people type. */
export function logRequests(app: FastifyInstance): void {
  const logRefusal = logRefusals(app.log)
  app.decorateRequest('refusal', null)
  app.decorateRequest('denied', null)
  app.decorateRequest('isRoutine', false)
  app.addHook('onResponse', (request, reply, done) => {
    // A browser sends a preflight for each address.
    const isRoutine = request.isRoutine || request.method === 'OPTIONS'
    if (isRoutine && reply.statusCode < 400) return done()
    const { view } = (request.query ?? {}) as { view?: unknown }
    const kind = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ...(request.refusal && { code: request.refusal }),
    }
    const log = () =>
      request.log.info({
        ...kind,
        ...(typeof view === 'string' && /^[a-z0-9-]{1,40}$/.test(view) && { view }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.denied,
      })
    if (reply.statusCode === 429) logRefusal(kind, log)
    else log()
    done()
  })
}
