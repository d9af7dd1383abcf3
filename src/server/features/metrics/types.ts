import type { MetricObjectWithValues, MetricValue } from 'prom-client'

export type Counted = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSettings {
  /** A port of 127.0.0.1 for metrics alone; null puts them at /metrics of the main address. */
  port: number | null
  /** Readers must send it; null if the separate port alone protects the metrics. */
  token: string | null
}
