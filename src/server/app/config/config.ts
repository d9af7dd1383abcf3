import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { AuthSettings } from '#server/lib/auth/context.ts'
import { defaultPublishableKey } from '#server/lib/crypto/tokens.ts'
import { serversOf } from '#server/lib/db/database-url.ts'
import { type Dkim, isPlainAddress, readSender } from '#server/lib/mail/mailer.ts'
import { readSmtpUrl } from '#server/lib/mail/smtp.ts'
import { publicKeyOf, readAuthSettings, readOrigins } from './config-access.ts'
import { type BackupSettings, readBackups } from './config-backup.ts'
import {
  BadConfig,
  type Environment,
  listOf,
  openEnvironment,
  originOf,
  type Read,
  wholeNumber,
} from './environment.ts'

export { BadConfig } from './environment.ts'

/** Values that operators cannot set. Only tests and benchmarks change these values. */
export interface FixedValues {
  /** True if clients that send too many requests are refused. */
  rateLimit: boolean
  /** Size of the connection pool that all requests share. */
  poolSize: number
  /** Name servers for queries about the sender's domain. If null, this machine's name servers are used. */
  nameServers: readonly string[] | null
}

const fixedValues: FixedValues = { rateLimit: true, poolSize: 10, nameServers: null }

/** The configuration of a server. `.env.example` explains each setting. */
export interface Config extends FixedValues {
  host: string
  /** 0 selects any free port. */
  port: number
  /** Milliseconds from the first 503 of `/readyz` to the shutdown. During this time, all other requests still work. */
  readyOffMilliseconds: number
  dataDir: string
  databaseUrl: string | null
  /**
   * The database URL for the owner of the tables; null if the owner uses `databaseUrl` or if the tables already exist.
   */
  migrationUrl: string | null
  /** The public URL without a trailing slash. If null, the listen address is used. */
  publicUrl: string | null
  /** Other origins whose pages may call the data, auth and realtime APIs, in the form that browsers send. */
  allowedOrigins: readonly string[]
  /** IP addresses of the proxies whose forwarded headers we trust. */
  trustProxy: string[] | false
  publishableKey: string
  auth: AuthSettings
  /**
   * The key that encrypts secrets in the database. If null, the server uses the key that its first start creates in
   * `dataDir`.
   */
  encryptionKey: Buffer | null
  /** The mail server; if null, emails are written into `dataDir`. */
  smtpUrl: string | null
  /** If it contains no name, emails have the provider's. */
  mailFrom: string
  /** The reply address for emails to visitors; null if it is the address that the site shows. */
  partnersEmail: string | null
  /** If null, emails are sent unsigned. */
  dkim: Dkim | null
  backup: BackupSettings
  /** True if webhooks may call the operator's own network, even without encryption. */
  webhookPrivateAddresses: boolean
  /** True if calendars that hosts add may be read from the operator's own network, even without encryption. */
  calendarPrivateAddresses: boolean
  /** The bearer token for `/metrics`; null disables metrics. */
  metricsToken: string | null
  /** Names of variables that have one of our prefixes but are not settings. */
  unknown: readonly string[]
}

export function readConfig(environment: Environment, fixed: Partial<FixedValues> = {}): Config {
  const { read, faults, unknown } = openEnvironment(environment)
  const values = { ...fixedValues, ...fixed }
  const mailFrom = read(
    'MAIL_FROM',
    'no-reply@localhost',
    (text) => (readSender(text) ? text : null),
    'an address, or a name and an address, such as Your Company <hello@example.com>',
  )
  const backup = readBackups(read)
  const allowed = readOrigins(read, environment.PUBLIC_URL)
  const inside = read<readonly string[]>(
    'PRIVATE_ADDRESSES',
    [],
    listOf((part) => part === 'webhooks' || part === 'calendars'),
    'webhooks, calendars or both, separated by a comma',
  )
  const config: Config = {
    ...values,
    host: read(
      'HOST',
      '127.0.0.1',
      (text) => (/^[\w.:-]+$/.test(text) ? text : null),
      'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0',
    ),
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
      'a PostgreSQL address of the database in DATABASE_URL',
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
      listOf((proxy) => isIP(proxy.replace(/\/\d{1,3}$/, '')) !== 0),
      'the addresses of the proxies in front of this server, separated by commas, such as 127.0.0.1,10.0.0.0/8',
    ),
    publishableKey: read(
      'PUBLISHABLE_KEY',
      defaultPublishableKey,
      publicKeyOf,
      'a publishable key, because every page shows it: sb_publishable_… or a token of the role anon, with 8 to 500 letters, digits, dots, hyphens or underscores',
    ),
    auth: readAuthSettings(read, values),
    encryptionKey: read<Buffer | null>(
      'ENCRYPTION_KEY',
      null,
      keyOf,
      '32 random bytes in base64, such as the output of `openssl rand -base64 32`',
    ),
    smtpUrl: read<string | null>(
      'SMTP_URL',
      null,
      (text) => (readSmtpUrl(text) ? text : null),
      'the address of a mail server, such as smtp://user:password@mail.example.com:587',
    ),
    mailFrom,
    partnersEmail: read<string | null>(
      'PARTNERS_EMAIL',
      null,
      (text) => (isPlainAddress(text) ? text : null),
      'an email address, such as partners@example.com',
    ),
    dkim: readDkim(read, mailFrom),
    backup: backup.settings,
    webhookPrivateAddresses: inside.includes('webhooks'),
    calendarPrivateAddresses: inside.includes('calendars'),
    metricsToken: read<string | null>(
      'METRICS_TOKEN',
      null,
      (text) => (/^[\w.~+/=-]{16,500}$/.test(text) ? text : null),
      'at least 16 letters, digits or characters of ._~+/=-, such as the output of `openssl rand -hex 32`',
    ),
    unknown: unknown(),
  }
  if (backup.fault) faults.push(backup.fault)
  if (config.dkim && !config.dkim.domain.includes('.')) {
    faults.push('DKIM_PRIVATE_KEY needs a MAIL_FROM with a public domain, such as hello@example.com.')
  }
  faults.push(...allowed.faults)
  if (environment.SUPABASE_URL?.trim()) {
    faults.push(
      'SUPABASE_URL is for "npm run export", which exports the site as files for that project. Remove it: this server uses its own database.',
    )
  }
  if (config.migrationUrl && !config.databaseUrl) {
    faults.push('MIGRATION_URL must be used with DATABASE_URL, which is not set.')
  }
  if (faults.length > 0) throw new BadConfig(faults)
  return config
}

function keyOf(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 && key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '') ? key : null
}

function databaseUrlOf(text: string): string | null {
  return serversOf(text) ? text : null
}

/** Emails are signed for the domain of their sender, because DMARC ignores signatures of unrelated domains. */
function readDkim(read: Read, mailFrom: string): Dkim | null {
  const selector = read('DKIM_SELECTOR', 'mail', (text) => (isName(text) ? text : null), 'a name, such as mail')
  const privateKey = read<string | null>(
    'DKIM_PRIVATE_KEY',
    null,
    // Many hosting services allow only a single line per variable.
    (text) => rsaKeyOf(text.replaceAll('\\n', '\n')),
    'an RSA key of 1024 bits or more in PEM format, with line breaks or \\n',
  )
  if (privateKey === null) return null
  const domain = readSender(mailFrom)?.address.split('@').at(-1)?.toLowerCase() ?? ''
  return { domain, selector, privateKey }
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isName = (text: string) => text.length <= 200 && text.split('.').every((part) => label.test(part))

function rsaKeyOf(text: string): string | null {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text)
    // RFC 8301: verifiers refuse shorter keys, and few of them support algorithms other than RSA.
    const isGood = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
    return isGood ? text : null
  } catch {
    return null
  }
}

/** The options that select the database. */
export function databaseOptionsOf({ dataDir, databaseUrl, migrationUrl }: Config) {
  return { dataDir, ...(databaseUrl && { databaseUrl }), ...(migrationUrl && { migrationUrl }) }
}
