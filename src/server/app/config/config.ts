import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { brand } from '#content/brand.ts'
import type { MetricsSettings } from '#server/features/metrics/service.ts'
import type { AuthSettings } from '#server/lib/auth/settings.ts'
import { serversOf } from '#server/lib/db/database-url.ts'
import { isPlainAddress, readSender } from '#server/lib/mail/letter.ts'
import type { Dkim } from '#server/lib/mail/mailer.ts'
import { readSmtpUrl } from '#server/lib/mail/smtp.ts'
import { readAuthSettings } from './config-auth.ts'
import { type BackupSettings, readBackups } from './config-backup.ts'
import { readDkim } from './config-dkim.ts'
import { publicKeyOf } from './config-keys.ts'
import { readMetricsSettings } from './config-metrics.ts'
import { readOrigins } from './config-origins.ts'
import {
  BadConfig,
  type Environment,
  hostOf,
  onOrOff,
  openEnvironment,
  originOf,
  switchOf,
  wholeNumber,
} from './environment.ts'

export { BadConfig } from './environment.ts'

/** Everything an operator can set, checked. `.env.example` says what each variable means. */
export interface Config {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Milliseconds for which `/readyz` answers 503, and all else goes on, before this server ends. */
  readyOffMilliseconds: number
  dataDir: string
  databaseUrl: string | null
  /** Signs in as the owner of the tables; null where `databaseUrl` does, or the database has its tables already. */
  migrationUrl: string | null
  /** Connections that requests share; null for the default. */
  poolSize: number | null
  /** Where people reach us, without a slash at the end; null stands for the address we listen at. */
  publicUrl: string | null
  /** Other origins whose pages may speak to data, auth and realtime, each as a browser sends it. */
  allowedOrigins: readonly string[]
  /** Addresses of the proxies whose forwarded headers we believe. */
  trustProxy: string[] | false
  publishableKey: string
  /** Whether a client that asks too often is refused. */
  rateLimit: boolean
  auth: AuthSettings
  /** The key that seals secrets in the database; null stands for the one in `dataDir`, made by the first start. */
  encryptionKey: Buffer | null
  /** The mail server; null writes letters into `dataDir`. */
  smtpUrl: string | null
  mailFrom: string
  /** Where answers to our letters to visitors go. */
  partnersEmail: string
  /** Name servers that are asked for the records of our sender; null stands for those of this machine. */
  nameServers: string[] | null
  /** Null sends letters unsigned. */
  dkim: Dkim | null
  backup: BackupSettings
  /** Whether webhooks may lead into the operator's own network, and without encryption. */
  webhookPrivateAddresses: boolean
  /** The same for calendars that hosts add. */
  calendarPrivateAddresses: boolean
  /** Who may read metrics, and where; null for nobody. */
  metrics: MetricsSettings | null
}

export function readConfig(environment: Environment): Config {
  const { read, faults } = openEnvironment(environment)
  const rateLimit = read('RATE_LIMIT', true, switchOf, onOrOff)
  const dkim = readDkim(read)
  const backup = readBackups(read)
  const allowed = readOrigins(read, environment.PUBLIC_URL)
  const inside = read<readonly string[]>(
    'PRIVATE_ADDRESSES',
    [],
    insideOf,
    'webhooks, calendars or both, separated by a comma',
  )
  const config: Config = {
    host: read('HOST', '127.0.0.1', hostOf, 'a host name or an address, such as 127.0.0.1 or 0.0.0.0'),
    port: read('PORT', 3000, wholeNumber(0, 65_535), 'a whole number from 0 to 65535'),
    readyOffMilliseconds:
      1000 * read('READY_OFF_SECONDS', 5, wholeNumber(0, 300), 'a whole number of seconds from 0 to 300'),
    dataDir: read('DATA_DIR', resolve('data'), (text) => resolve(text), 'a folder'),
    databaseUrl: read<string | null>(
      'DATABASE_URL',
      null,
      databaseUrlOf,
      'a PostgreSQL address, such as postgres://user:password@host:5432/name',
    ),
    migrationUrl: read<string | null>(
      'MIGRATION_URL',
      null,
      databaseUrlOf,
      'a PostgreSQL address that leads to the database of DATABASE_URL',
    ),
    poolSize: read<number | null>(
      'POOL_SIZE',
      null,
      wholeNumber(2, 200),
      'a whole number of connections from 2 to 200',
    ),
    publicUrl: read<string | null>(
      'PUBLIC_URL',
      null,
      originOf,
      'the http or https address of the site without a path, such as https://www.example.com',
    ),
    allowedOrigins: allowed.origins,
    trustProxy: read<Config['trustProxy']>(
      'TRUST_PROXY',
      false,
      proxiesOf,
      'the addresses of the proxies before this server, separated by commas, such as 127.0.0.1,10.0.0.0/8',
    ),
    publishableKey: read(
      'PUBLISHABLE_KEY',
      'sb_publishable_backline',
      publicKeyOf,
      'a public key, since the home page shows it to everybody: sb_publishable_… or a token of the role anon, of 8 to 500 letters, digits, dots, hyphens or underscores',
    ),
    rateLimit,
    auth: readAuthSettings(read, { rateLimit }),
    encryptionKey: read<Buffer | null>(
      'ENCRYPTION_KEY',
      null,
      keyOf,
      '32 random bytes in base64, as `openssl rand -base64 32` makes them',
    ),
    smtpUrl: read<string | null>(
      'SMTP_URL',
      null,
      (text) => (readSmtpUrl(text) ? text : null),
      'the address of a mail server, such as smtp://user:password@mail.example.com:587',
    ),
    mailFrom: read(
      'MAIL_FROM',
      `${brand.name} <no-reply@localhost>`,
      (text) => (readSender(text) ? text : null),
      'an address, or a name and an address, such as Backline <hello@example.com>',
    ),
    partnersEmail: read(
      'PARTNERS_EMAIL',
      brand.email as string,
      (text) => (isPlainAddress(text) ? text : null),
      'an e-mail address, such as partners@example.com',
    ),
    nameServers: read<string[] | null>(
      'NAME_SERVERS',
      null,
      nameServersOf,
      'addresses of name servers, separated by commas, such as 9.9.9.9,192.0.2.1:5353',
    ),
    dkim: dkim.dkim,
    backup: backup.settings,
    webhookPrivateAddresses: inside.includes('webhooks'),
    calendarPrivateAddresses: inside.includes('calendars'),
    metrics: readMetricsSettings(read),
  }
  for (const { fault } of [dkim, backup]) if (fault) faults.push(fault)
  faults.push(...allowed.faults)
  if (environment.SUPABASE_URL?.trim()) {
    faults.push(
      'SUPABASE_URL is for "npm run export", which writes the site as files for that project: this server keeps everything itself. Leave it out.',
    )
  }
  if (config.migrationUrl && !config.databaseUrl) {
    faults.push('MIGRATION_URL must be given beside DATABASE_URL, which is not set.')
  }
  if (faults.length > 0) throw new BadConfig(faults)
  return config
}

function keyOf(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 && key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
    ? key
    : null
}

function databaseUrlOf(text: string): string | null {
  return serversOf(text) ? text : null
}

function proxiesOf(text: string): string[] | null {
  const proxies = text.split(',').map((proxy) => proxy.trim())
  const isAddress = (proxy: string) => isIP(proxy.replace(/\/\d{1,3}$/, '')) !== 0
  return proxies.every(isAddress) ? proxies : null
}

function insideOf(text: string): string[] | null {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every((part) => part === 'webhooks' || part === 'calendars') ? parts : null
}

function nameServersOf(text: string): string[] | null {
  const servers = text.split(',').map((server) => server.trim())
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    return null
  }
}

/** The options that say which database to open. */
export function placeOf({ dataDir, databaseUrl, migrationUrl }: Config) {
  return { dataDir, ...(databaseUrl && { databaseUrl }), ...(migrationUrl && { migrationUrl }) }
}
