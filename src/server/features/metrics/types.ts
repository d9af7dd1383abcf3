import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What a process has counted: the series of each metric, by its name. It travels between processes as JSON. */
export type Counted = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSettings {
  /** Where metrics are read apart from everything else; null puts them at /metrics of the main address. */
  address: { host: string; port: number } | null
  /** Asked of whoever reads them; null where the address alone keeps others out. */
  token: string | null
}
