import { AggregatorRegistry, Registry } from 'prom-client'
import type { Counted } from './types.ts'

export const expositionType = Registry.PROMETHEUS_CONTENT_TYPE

/**
 * What several processes have counted as one text. Each has its own name among the labels, so nothing is added up: a process
 * that is replaced begins at zero, and in a sum that would look as if everybody had begun anew.
 */
export function exposition(counted: readonly Counted[]): Promise<string> {
  const all = counted.map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      // What is no number has become null on the way between two processes.
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    })),
  )
  return AggregatorRegistry.aggregate(all).metrics()
}
