import type { Database } from '#server/lib/db/database.ts'
import { processMetrics } from './process-metrics.ts'
import { type MeasureRequests, requestMetrics } from './requests.ts'
import type { Counted } from './types.ts'

export { databaseMetrics } from './database-metrics.ts'
export { exposition } from './exposition.ts'
export { listenForScrapes, type ScrapeListener } from './scrape-listener.ts'
export type { Counted, MetricsSettings } from './types.ts'

export interface Metrics {
  measureRequests: MeasureRequests
  count(): Promise<Counted>
  stop(): void
}

export function openMetrics(process: string, database: Pick<Database, 'usage'>): Metrics {
  const { registry, stop } = processMetrics(process, database)
  return {
    measureRequests: requestMetrics(registry),
    count: () => registry.getMetricsAsJSON(),
    stop,
  }
}
