import type { ScrapeListener } from '#server/features/metrics/service.ts'
import type { Runtime } from './runtime.ts'

export type Scrape = () => Promise<string>

/** The metrics of the database and of this process. Null where nobody reads metrics. */
export async function openScrape({
  database,
  log,
  metrics,
}: Pick<Runtime, 'database' | 'log' | 'metrics'>): Promise<Scrape | null> {
  if (!metrics) return null
  const { databaseMetrics, exposition } = await import('#server/features/metrics/service.ts')
  const read = databaseMetrics(database, log)
  return async () => {
    // This process first, since the query for the scrape waits for a connection too and would be counted.
    const own = await metrics.count()
    return exposition([own, await read()])
  }
}

/** Opens the port of its own, where the operator named one. */
export async function openScrapeAddress(
  { config, log }: Pick<Runtime, 'config' | 'log'>,
  scrape: Scrape | null,
): Promise<ScrapeListener | null> {
  const { port = null, token = null } = config.metrics ?? {}
  if (!scrape || port === null) return null
  const { listenForScrapes } = await import('#server/features/metrics/service.ts')
  return listenForScrapes({ port, token, scrape, log })
}
