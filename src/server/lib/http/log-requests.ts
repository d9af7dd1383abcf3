import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal that this request met, for the log. */
    refusal: string | null
  }
}

/** One line per request. The route's pattern, not the address: addresses carry what people type. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('refusal', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { view } = (request.query ?? {}) as { view?: unknown }
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      ...(typeof view === 'string' && /^[a-z0-9-]{1,40}$/.test(view) && { view }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.refusal && { code: request.refusal }),
    })
    done()
  })
}
