import type { FastifyInstance } from 'fastify'
import { sharedCall } from '#server/lib/cached.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Readiness } from '#server/lib/http/readiness.ts'
import { retryAfter } from '#server/lib/overload.ts'
import { type Clock, systemClock } from '#server/lib/time/clock.ts'

/** Milliseconds until the database counts as down; short, because monitors need a quick response. */
const databaseTimeout = 2000
/** Milliseconds for which all requests share one check of the database. */
const resultLifetime = 1000

/**
 * Milliseconds by which the clocks of the process and the database may differ before `/readyz` reports the difference.
 */
const tolerance = 60_000

export interface HealthOptions {
  database: Pick<Database, 'ping'>
  readiness: Pick<Readiness, 'asked' | 'isOff'>
  /** Resolves when the pages are ready to send. */
  site: () => Promise<unknown>
  ownClock?: Clock
}

/**
 * `/healthz` means that the process responds. `/readyz` means that the pages are ready, the database stores rows, and
 * the server is not stopping.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { database, readiness, site, ownClock = systemClock }: HealthOptions,
): Promise<void> {
  const ping = sharedCall({ fresh: resultLifetime, patience: databaseTimeout }, () => database.ping())
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    readiness.asked()
    await site()
    if (readiness.isOff) {
      return reply.code(503).header('retry-after', retryAfter).send({ status: 'server is stopping' })
    }
    try {
      const time = await ping()
      const isOff = Math.abs(ownClock() - time) > tolerance
      return { status: 'ready', ...(isOff && { clock: 'differs from the database' }) }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', retryAfter).send({ status: 'database cannot store rows' })
    }
  })
}
