import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/lib/clock.ts'
import { securityPath, securityText } from './service.ts'

export interface SecurityContactOptions {
  clock: Clock
  publicUrl: () => string
}

/** Built for each request, so that it never expires while the server runs. */
export async function securityContactRoutes(
  app: FastifyInstance,
  { clock, publicUrl }: SecurityContactOptions,
): Promise<void> {
  app.get(securityPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(publicUrl(), clock())),
  )
}
