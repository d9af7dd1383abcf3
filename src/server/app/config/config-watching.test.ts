import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('keeps metrics from everybody but who is named', () => {
  const token = '0123456789abcdef'
  const metricsOf = (environment: Record<string, string>) => readConfig(environment).metrics
  expect(metricsOf({ METRICS_TOKEN: token })).toEqual({ address: null, token })
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({
    address: { host: '127.0.0.1', port: 9464 },
    token: null,
  })
  expect(() => metricsOf({ METRICS_HOST: '10.0.0.5' })).toThrow(
    'METRICS_HOST must be given beside METRICS_PORT, which is not set.',
  )
  expect(() => metricsOf({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must be at least 16 letters')
})
