import type { MetricObjectWithValues, MetricValue } from 'prom-client'

export type Counted = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSettings {
  /** A separate address for metrics; null puts them at /metrics of the main address. */
  address: { host: string; port: number } | null
  /** Readers must send it; null if the separate address alone protects the metrics. */
  token: string | null
}
