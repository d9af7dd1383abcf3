import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'

export interface MetricsOptions {
  token: string
  scrape: () => Promise<string>
}

/** `/metrics` at the main address, for requests with the token. */
export async function metricsRoutes(app: FastifyInstance, { token, scrape }: MetricsOptions): Promise<void> {
  const isAllowed = tokenTest(token)
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.isRoutine = true
    if (!isAllowed(request.headers.authorization)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ message: 'a token is required' })
    }
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the bearer token that Prometheus sends; the time that it takes reveals nothing about the token. */
function tokenTest(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(`Bearer ${token}`)
  return (authorization = '') => timingSafeEqual(digest(authorization), wanted)
}
