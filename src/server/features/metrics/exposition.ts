import { AggregatorRegistry, Registry } from 'prom-client'
import type { Counted } from './types.ts'

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
