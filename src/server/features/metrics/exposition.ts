import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

export type Counted = MetricObjectWithValues<MetricValue<string>>[]

export const expositionType = Registry.PROMETHEUS_CONTENT_TYPE

export function exposition(counted: readonly Counted[]): Promise<string> {
  const all = counted.map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    })),
  )
  return AggregatorRegistry.aggregate(all).metrics()
}
