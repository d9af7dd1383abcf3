import type { MetricsSettings } from '#server/features/metrics/service.ts'
import { hostOf, type Read, wholeNumber } from './environment.ts'

/** Where metrics are read and with which token; null without a port and without a token: then nobody may read them. */
export function readMetricsSettings(read: Read): { settings: MetricsSettings | null; fault: string | null } {
  const port = read<number | null>(
    'METRICS_PORT',
    null,
    wholeNumber(0, 65_535),
    'a whole number from 0 to 65535',
  )
  const host = read<string | null>(
    'METRICS_HOST',
    null,
    hostOf,
    'a host name or an address, such as 127.0.0.1 or 10.0.0.5',
  )
  const token = read<string | null>(
    'METRICS_TOKEN',
    null,
    (text) => (/^[\w.~+/=-]{16,500}$/.test(text) ? text : null),
    'at least 16 letters, digits or signs of ._~+/=-, as `openssl rand -hex 32` makes them',
  )
  if (port === null) {
    const fault = host === null ? null : 'METRICS_HOST must be given beside METRICS_PORT, which is not set.'
    return { settings: token === null ? null : { address: null, token }, fault }
  }
  return { settings: { address: { host: host ?? '127.0.0.1', port }, token }, fault: null }
}
