import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { keyTest } from '#server/lib/crypto/tokens.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { databaseMetrics } from './database-metrics.ts'
import { formatMetrics, type MeasureRequests, processMetrics, requestMetrics } from './process-metrics.ts'

export { databaseMetrics } from './database-metrics.ts'

export interface Metrics {
  measureRequests: MeasureRequests
  /** Returns a function that reads the metrics of this process and of the database, and returns them as text. */
  openScrape(database: Database, log: Log): () => Promise<string>
  stop(): void
}

export function openMetrics(process: string, database: Pick<Database, 'usage'>): Metrics {
  const { registry, stop } = processMetrics(process, database)
  return {
    measureRequests: requestMetrics(registry),
    openScrape(whole, log) {
      const readDatabase = databaseMetrics(whole, log)
      return async () => {
        // Reads the metrics of this process first, because reading the database's metrics waits for a connection, and
        // the process metrics would include that wait.
        const own = await registry.getMetricsAsJSON()
        return formatMetrics([own, await readDatabase()])
      }
    },
    stop,
  }
}

/** Serves `/metrics` on the main port to requests that send the token. */
export async function metricsRoutes(
  app: FastifyInstance,
  { token, scrape }: { token: string; scrape: () => Promise<string> },
): Promise<void> {
  const isAllowed = keyTest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.isRoutine = true
    if (!isAllowed(request.headers.authorization ?? '')) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ message: 'token required' })
    }
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
}
