import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultAuthSettings } from '#server/lib/auth/context.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { BadConfig, readConfig } from './config.ts'

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  readyOffMilliseconds: 5000,
  dataDir: resolve('data'),
  databaseUrl: null,
  migrationUrl: null,
  poolSize: 10,
  publicUrl: null,
  allowedOrigins: [],
  trustProxy: false,
  publishableKey: 'sb_publishable_visitors',
  rateLimit: true,
  auth: defaultAuthSettings,
  encryptionKey: null,
  smtpUrl: null,
  mailFrom: 'no-reply@localhost',
  partnersEmail: null,
  nameServers: null,
  backup: { to: null, passphrase: null, access: null },
  dkim: null,
  webhookPrivateAddresses: false,
  calendarPrivateAddresses: false,
  metricsToken: null,
  unknown: [],
}

it('returns defaults for settings that are not given', () => {
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', PUBLIC_URL: '' })).toEqual(defaults)
})

it('reads the settings for the server and for backups', () => {
  expect(
    readConfig({
      HOST: '::1',
      PORT: '0',
      READY_OFF_SECONDS: '20',
      DATA_DIR: '/var/lib/backline',
      DATABASE_URL: 'postgresql://u:p@db/backline',
      MIGRATION_URL: 'postgresql://o:p@db/backline',
      PUBLIC_URL: 'https://Example.com/',
      ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
      PUBLISHABLE_KEY: 'sb_publishable_x',
      PRIVATE_ADDRESSES: 'webhooks, calendars',
      METRICS_TOKEN: 'x'.repeat(16),
      BACKUP_TO: 's3://backups/here',
      BACKUP_PASSPHRASE: 'correct horse battery',
      AWS_ACCESS_KEY_ID: 'us',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9000',
    }),
  ).toEqual({
    ...defaults,
    host: '::1',
    port: 0,
    readyOffMilliseconds: 20_000,
    dataDir: '/var/lib/backline',
    databaseUrl: 'postgresql://u:p@db/backline',
    migrationUrl: 'postgresql://o:p@db/backline',
    publicUrl: 'https://example.com',
    allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    publishableKey: 'sb_publishable_x',
    backup: {
      to: 's3://backups/here',
      passphrase: 'correct horse battery',
      access: {
        endPoint: 'http://127.0.0.1:9000',
        region: 'eu-central-1',
        accessKey: 'us',
        secretKey: 'secret',
      },
    },
    webhookPrivateAddresses: true,
    calendarPrivateAddresses: true,
    metricsToken: 'x'.repeat(16),
  })
})

it('[S9] reports all invalid settings at once, and does not repeat their values', () => {
  const environment = {
    HOST: 'a b',
    PORT: '70000',
    DATABASE_URL: 'mysql://u:secret@db',
    PUBLIC_URL: 'https://example.com/site',
    TRUST_PROXY: '*',
    PUBLISHABLE_KEY: 'short',
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

it('refuses an invalid value of an environment variable, and says which values the variable accepts', () =>
  checkEachRow(
    [
      ['PORT', '80x'],
      ['PORT', '-1'],
      ['PORT', '1.5'],
      ['READY_OFF_SECONDS', '301'],
      ['PUBLIC_URL', 'example.com'],
      ['PUBLIC_URL', 'ftp://example.com'],
      ['PUBLIC_URL', 'https://u:p@example.com'],
      ['PUBLIC_URL', 'https://example.com/?x'],
      ['TRUST_PROXY', 'true'],
      ['TRUST_PROXY', '1'],
      ['DATABASE_URL', 'postgres://'],
      ['MIGRATION_URL', 'postgres://owner@db/backline'],
      ['PRIVATE_ADDRESSES', 'on'],
      ['AUTH_PROVIDERS', '{}'],
      ['AUTH_PROVIDERS', '[{"name":"x","issuer":"no address","clientId":"a","clientSecret":"b"}]'],
      ['ENCRYPTION_KEY', 'c2hvcnQ='],
      ['SMTP_URL', 'https://mail.example.com'],
      ['METRICS_TOKEN', 'short'],
      ['SECRET_KEY', `sb_secret_${'k'.repeat(31)}`],
      ['SECRET_KEY', `sb_hidden_${'k'.repeat(32)}`],
      ['SECRET_KEY', `sb_secret_${'k'.repeat(16)} ${'k'.repeat(16)}`],
      ['DKIM_SELECTOR', 'a b'],
      ['PARTNERS_EMAIL', 'Partners <partners@example.com>'],
      ['MAIL_FROM', 'Backline <a@example.com>, b@example.com'],
    ],
    ([name, value]) => {
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
    },
  ))

it('reads the settings for sign-in, encryption and email', () => {
  const key = Buffer.alloc(32, 7)
  const provider = { name: 'work', issuer: 'https://id.example.com', clientId: 'a', clientSecret: 'b' }
  const config = readConfig({
    AUTH_PROVIDERS: JSON.stringify([provider]),
    SECRET_KEY: `sb_secret_${'k'.repeat(32)}`,
    ENCRYPTION_KEY: key.toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Backline <hello@example.com>',
    PARTNERS_EMAIL: 'partners@example.com',
  })
  expect(config.auth).toEqual({
    ...defaultAuthSettings,
    secretKey: `sb_secret_${'k'.repeat(32)}`,
    providers: [{ ...provider, scopes: ['openid', 'email', 'profile'] }],
  })
  expect([config.encryptionKey, config.smtpUrl, config.partnersEmail]).toEqual([
    key,
    'smtp://127.0.0.1:2525',
    'partners@example.com',
  ])
})

it('takes the pool size and other internal settings from function arguments instead of environment variables', () => {
  const config = readConfig({}, { rateLimit: false, poolSize: 2 })
  expect(config).toMatchObject({ rateLimit: false, poolSize: 2 })
  // Benchmarks of sign-ins send many emails, so the rate limit must be high.
  expect(config.auth.mailsPerClient).toBeGreaterThan(1000)
})

it('lists environment variables that have the prefix of a setting but are not settings', () => {
  const environment = {
    AUTH_IDLE_HOURS: '12',
    BACKUP_KEEP: '3',
    POOL_SIZE: '20',
    METRICS_TOKEN: 'x'.repeat(16),
  }
  expect(readConfig(environment).unknown).toEqual(['AUTH_IDLE_HOURS', 'BACKUP_KEEP'])
})

describe('the DKIM configuration', () => {
  const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const pem = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))
  const short = pemOf(generateKeyPairSync('rsa', { modulusLength: 512 }))
  const other = pemOf(generateKeyPairSync('ed25519'))
  const sender = { MAIL_FROM: 'Backline <hello@Example.com>' }

  it('contains the domain of MAIL_FROM if a private key is set', () => {
    expect(readConfig(sender).dkim).toBe(null)
    const dkim = { domain: 'example.com', selector: 'mail', privateKey: pem.trim() }
    expect(readConfig({ ...sender, DKIM_PRIVATE_KEY: pem }).dkim).toEqual(dkim)
    const oneLine = { DKIM_PRIVATE_KEY: pem.trim().replaceAll('\n', '\\n'), DKIM_SELECTOR: 'next' }
    expect(readConfig({ ...sender, ...oneLine }).dkim).toEqual({ ...dkim, selector: 'next' })
  })

  it('causes an error that never contains the key, if the key is invalid or MAIL_FROM has no public domain', () =>
    checkEachRow(
      [
        [{ DKIM_PRIVATE_KEY: pem }, 'DKIM_PRIVATE_KEY needs a MAIL_FROM'],
        [{ ...sender, DKIM_PRIVATE_KEY: short }, 'DKIM_PRIVATE_KEY must be'],
        [{ ...sender, DKIM_PRIVATE_KEY: other }, 'DKIM_PRIVATE_KEY must be'],
        [{ ...sender, DKIM_PRIVATE_KEY: 'no key' }, 'DKIM_PRIVATE_KEY must be'],
      ],
      ([environment, sentence]) => {
        const read = () => readConfig(environment)
        expect(read).toThrow(BadConfig)
        expect(read).toThrow(sentence)
        expect(read).not.toThrow('PRIVATE KEY-----')
      },
    ))
})
