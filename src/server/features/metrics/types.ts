import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The series of each metric, by its name. */
export type Counted = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSettings {
  /** Where metrics are read apart from everything else; null puts them at /metrics of the main address. */
  address: { host: string; port: number } | null
  /** Asked of whoever reads them; null where the address alone keeps others out. */
  token: string | null
}
