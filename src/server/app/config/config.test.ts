import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { defaultAuthSettings } from '#server/lib/auth/settings.ts'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { BadConfig, readConfig } from './config.ts'

it('needs nothing', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    readyOffMilliseconds: 5000,
    dataDir: resolve('data'),
    databaseUrl: null,
    migrationUrl: null,
    poolSize: null,
    publicUrl: null,
    allowedOrigins: [],
    trustProxy: false,
    publishableKey: 'sb_publishable_backline',
    rateLimit: true,
    auth: defaultAuthSettings,
    encryptionKey: null,
    smtpUrl: null,
    mailFrom: 'Backline <no-reply@localhost>',
    partnersEmail: 'partners@backline.example',
    nameServers: null,
    backup: { to: null, everyHours: 24, keep: 14, passphrase: null, access: null },
    dkim: null,
    webhookPrivateAddresses: false,
    calendarPrivateAddresses: false,
    metrics: null,
  }
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', PUBLIC_URL: '' })).toEqual(defaults)
})

it('reads what is set', () => {
  expect(
    readConfig({
      HOST: '::1',
      PORT: '0',
      READY_OFF_SECONDS: '20',
      DATA_DIR: '/var/lib/backline',
      DATABASE_URL: 'postgresql://u:p@db/backline',
      MIGRATION_URL: 'postgresql://o:p@db/backline',
      POOL_SIZE: '20',
      PUBLIC_URL: 'https://Example.com/',
      ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
      PUBLISHABLE_KEY: 'sb_publishable_x',
      RATE_LIMIT: 'off',
      NAME_SERVERS: '9.9.9.9, [2001:db8::1]:5353',
      PRIVATE_ADDRESSES: 'webhooks, calendars',
      METRICS_PORT: '9464',
      METRICS_TOKEN: 'x'.repeat(16),
      BACKUP_TO: 's3://backups/here',
      BACKUP_EVERY: '6',
      BACKUP_KEEP: '3',
      BACKUP_PASSPHRASE: 'correct horse battery',
      AWS_ACCESS_KEY_ID: 'us',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9000',
    }),
  ).toEqual({
    host: '::1',
    port: 0,
    readyOffMilliseconds: 20_000,
    dataDir: '/var/lib/backline',
    databaseUrl: 'postgresql://u:p@db/backline',
    migrationUrl: 'postgresql://o:p@db/backline',
    poolSize: 20,
    publicUrl: 'https://example.com',
    allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    publishableKey: 'sb_publishable_x',
    rateLimit: false,
    auth: { ...defaultAuthSettings, mailsPerHour: 100_000, mailsPerClient: 100_000, mailEverySeconds: 1 },
    encryptionKey: null,
    smtpUrl: null,
    mailFrom: 'Backline <no-reply@localhost>',
    partnersEmail: 'partners@backline.example',
    nameServers: ['9.9.9.9', '[2001:db8::1]:5353'],
    backup: {
      to: 's3://backups/here',
      everyHours: 6,
      keep: 3,
      passphrase: 'correct horse battery',
      access: {
        endPoint: 'http://127.0.0.1:9000',
        region: 'eu-central-1',
        accessKey: 'us',
        secretKey: 'secret',
      },
    },
    dkim: null,
    webhookPrivateAddresses: true,
    calendarPrivateAddresses: true,
    metrics: { port: 9464, token: 'x'.repeat(16) },
  })
})

it('names all faults at once, and repeats no value', () => {
  const environment = {
    RATE_LIMIT: 'false',
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

it('refuses what a setting cannot be', () =>
  everyRow(
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
      ['POOL_SIZE', '1'],
      ['POOL_SIZE', '201'],
      ['RATE_LIMIT', '0'],
      ['RATE_LIMIT', 'OFF'],
      ['PRIVATE_ADDRESSES', 'on'],
      ['AUTH_SIGN_UP', 'yes'],
      ['AUTH_PASSWORD_MIN_LENGTH', '5'],
      ['AUTH_PASSWORD_MIN_LENGTH', '65'],
      ['AUTH_REDIRECT_URLS', 'example.com'],
      ['AUTH_PROVIDERS', '{}'],
      ['AUTH_PROVIDERS', '[{"name":"x","issuer":"no address","clientId":"a","clientSecret":"b"}]'],
      ['ENCRYPTION_KEY', 'c2hvcnQ='],
      ['SMTP_URL', 'https://mail.example.com'],
      ['NAME_SERVERS', 'ns.example.com'],
      ['PARTNERS_EMAIL', 'Partners <partners@example.com>'],
      ['MAIL_FROM', 'Backline <a@example.com>, b@example.com'],
    ],
    ([name, value]) => {
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`)
    },
  ))

it('reads what is set about signing in', () => {
  const key = Buffer.alloc(32, 7)
  const provider = { name: 'work', issuer: 'https://id.example.com', clientId: 'a', clientSecret: 'b' }
  const config = readConfig({
    AUTH_SIGN_UP: 'on',
    AUTH_SESSION_HOURS: '24',
    AUTH_PASSWORD_MIN_LENGTH: '8',
    AUTH_REDIRECT_URLS: 'https://a.example.com/**, http://localhost:5173/*',
    AUTH_PROVIDERS: JSON.stringify([provider]),
    ENCRYPTION_KEY: key.toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Backline <hello@example.com>',
    PARTNERS_EMAIL: 'partners@example.com',
  })
  expect(config.auth).toEqual({
    ...defaultAuthSettings,
    signUp: true,
    sessionHours: 24,
    passwordRule: { characters: 8 },
    redirectUrls: ['https://a.example.com/**', 'http://localhost:5173/*'],
    providers: [{ ...provider, scopes: ['openid', 'email', 'profile'] }],
  })
  expect([config.encryptionKey, config.smtpUrl, config.partnersEmail]).toEqual([
    key,
    'smtp://127.0.0.1:2525',
    'partners@example.com',
  ])
  expect(readConfig({}).auth).toMatchObject({ sessionHours: 7 * 24, idleHours: 12 })
  expect(readConfig({ AUTH_SESSION_HOURS: 'off', AUTH_IDLE_HOURS: 'off' }).auth).toMatchObject({
    sessionHours: null,
    idleHours: null,
  })
  expect(readConfig({ AUTH_SIGN_UP: 'unconfirmed' }).auth).toMatchObject({ signUp: true, autoconfirm: true })
  expect(() => readConfig({ AUTH_SESSION_HOURS: '0' })).toThrow('AUTH_SESSION_HOURS must be')
})
