import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/lib/clock.ts'
import { securityPath, securityText } from './service.ts'

export interface SecurityContactOptions {
  clock: Clock
  publicUrl: () => string
}

/** Written as it is asked for, so that it does not run out on a server that is up. */
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
