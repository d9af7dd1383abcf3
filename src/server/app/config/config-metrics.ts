import type { MetricsSettings } from '#server/features/metrics/service.ts'
import { type Read, wholeNumber } from './environment.ts'

/** Where metrics are read and with which token; null without a port and without a token: then nobody may read them. */
export function readMetricsSettings(read: Read): MetricsSettings | null {
  const port = read<number | null>(
    'METRICS_PORT',
    null,
    wholeNumber(0, 65_535),
    'a whole number from 0 to 65535',
  )
  const token = read<string | null>(
    'METRICS_TOKEN',
    null,
    (text) => (/^[\w.~+/=-]{16,500}$/.test(text) ? text : null),
    'at least 16 letters, digits or signs of ._~+/=-, as `openssl rand -hex 32` makes them',
  )
  return port === null && token === null ? null : { port, token }
}
