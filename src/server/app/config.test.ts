import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { BadConfig, readConfig } from './config.ts'

it('needs nothing', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('data'),
    databaseUrl: null,
    publicUrl: null,
    trustProxy: false,
    publishableKey: 'sb_publishable_backline',
    interactionDays: 395,
    rateLimit: true,
  }
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', PUBLIC_URL: '' })).toEqual(defaults)
})

it('reads what is set', () => {
  expect(
    readConfig({
      HOST: '::1',
      PORT: '0',
      DATA_DIR: '/var/lib/backline',
      DATABASE_URL: 'postgresql://u:p@db/backline',
      PUBLIC_URL: 'https://Example.com/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
      PUBLISHABLE_KEY: 'sb_publishable_x',
      INTERACTION_DAYS: '30',
      RATE_LIMIT: 'off',
    }),
  ).toEqual({
    host: '::1',
    port: 0,
    dataDir: '/var/lib/backline',
    databaseUrl: 'postgresql://u:p@db/backline',
    publicUrl: 'https://example.com',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    publishableKey: 'sb_publishable_x',
    interactionDays: 30,
    rateLimit: false,
  })
})

it('names all faults at once, and repeats no value', () => {
  const environment = {
    HOST: 'a b',
    PORT: '70000',
    DATABASE_URL: 'mysql://u:secret@db',
    PUBLIC_URL: 'https://example.com/site',
    TRUST_PROXY: '*',
    PUBLISHABLE_KEY: 'short',
    RATE_LIMIT: 'false',
  }
  let error: unknown
  try {
    readConfig(environment)
  } catch (thrown) {
    error = thrown
  }
  const { faults } = error as BadConfig
  expect(error).toBeInstanceOf(BadConfig)
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(environment))
  expect(faults.join()).not.toContain('secret')
})

it.each([
  ['PORT', '80x'],
  ['PORT', '-1'],
  ['PORT', '1.5'],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['PUBLIC_URL', 'https://u:p@example.com'],
  ['PUBLIC_URL', 'https://example.com/?x'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['DATABASE_URL', 'postgres://'],
  ['RATE_LIMIT', '0'],
  ['RATE_LIMIT', 'OFF'],
  ['INTERACTION_DAYS', '0'],
  ['INTERACTION_DAYS', '3651'],
  ['INTERACTION_DAYS', 'a year'],
])('refuses %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
})
