import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('keeps metrics from everybody but who is named', () => {
  const token = '0123456789abcdef'
  const metricsOf = (environment: Record<string, string>) => readConfig(environment).metrics
  expect(metricsOf({ METRICS_TOKEN: token })).toEqual({ port: null, token })
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ port: 9464, token: null })
  expect(() => metricsOf({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must be at least 16 letters')
})
