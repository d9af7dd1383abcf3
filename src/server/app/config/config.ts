import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { brand } from '#content/brand.ts'
import type { AuthSettings } from '#server/lib/auth/context.ts'
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

/** Values that no operator sets. Tests and benchmarks start servers with other ones. */
export interface FixedValues {
  /** Whether a client that sends too many requests is refused. */
  rateLimit: boolean
  /** Connections to the database that requests share. */
  poolSize: number
  /** Name servers to ask about the sender of our emails; null for those of this machine. */
  nameServers: readonly string[] | null
}

const fixedValues: FixedValues = { rateLimit: true, poolSize: 10, nameServers: null }

/** Everything that a server is started with. `.env.example` says what each setting means. */
export interface Config extends FixedValues {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Milliseconds for which `/readyz` answers 503, and all else goes on, before this server ends. */
  readyOffMilliseconds: number
  dataDir: string
  databaseUrl: string | null
  /** Signs in as the owner of the tables; null where `databaseUrl` does, or the database has its tables already. */
  migrationUrl: string | null
  /** Where people reach us, without a slash at the end; null stands for the address we listen at. */
  publicUrl: string | null
  /** Other origins whose pages may speak to data, auth and realtime, each as a browser sends it. */
  allowedOrigins: readonly string[]
  /** Addresses of the proxies whose forwarded headers we believe. */
  trustProxy: string[] | false
  publishableKey: string
  auth: AuthSettings
  /** The key that seals secrets in the database; null stands for the one in `dataDir`, made by the first start. */
  encryptionKey: Buffer | null
  /** The mail server; null writes letters into `dataDir`. */
  smtpUrl: string | null
  mailFrom: string
  /** Where answers to our letters to visitors go. */
  partnersEmail: string
  /** Null sends letters unsigned. */
  dkim: Dkim | null
  backup: BackupSettings
  /** Whether webhooks may lead into the operator's own network, and without encryption. */
  webhookPrivateAddresses: boolean
  /** The same for calendars that hosts add. */
  calendarPrivateAddresses: boolean
  /** The bearer token that opens `/metrics`; null for no metrics. */
  metricsToken: string | null
  /** Variables that have a prefix of ours and are not settings. */
  unknown: readonly string[]
}

export function readConfig(environment: Environment, fixed: Partial<FixedValues> = {}): Config {
  const { read, faults, unknown } = openEnvironment(environment)
  const values = { ...fixedValues, ...fixed }
  const mailFrom = read(
    'MAIL_FROM',
    `${brand.name} <no-reply@localhost>`,
    (text) => (readSender(text) ? text : null),
    'an address, or a name and an address, such as Backline <hello@example.com>',
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
      'a host name or an address, such as 127.0.0.1 or 0.0.0.0',
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
      'a PostgreSQL address that leads to the database of DATABASE_URL',
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
      'the addresses of the proxies before this server, separated by commas, such as 127.0.0.1,10.0.0.0/8',
    ),
    publishableKey: read(
      'PUBLISHABLE_KEY',
      'sb_publishable_backline',
      publicKeyOf,
      'a public key, since the home page shows it to everybody: sb_publishable_… or a token of the role anon, of 8 to 500 letters, digits, dots, hyphens or underscores',
    ),
    auth: readAuthSettings(read, values),
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
    mailFrom,
    partnersEmail: read(
      'PARTNERS_EMAIL',
      brand.email as string,
      (text) => (isPlainAddress(text) ? text : null),
      'an e-mail address, such as partners@example.com',
    ),
    dkim: readDkim(read, mailFrom),
    backup: backup.settings,
    webhookPrivateAddresses: inside.includes('webhooks'),
    calendarPrivateAddresses: inside.includes('calendars'),
    metricsToken: read<string | null>(
      'METRICS_TOKEN',
      null,
      (text) => (/^[\w.~+/=-]{16,500}$/.test(text) ? text : null),
      'at least 16 letters, digits or signs of ._~+/=-, as `openssl rand -hex 32` makes them',
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

/** Emails are signed for the domain of their sender: DMARC counts no signature of an unrelated domain. */
function readDkim(read: Read, mailFrom: string): Dkim | null {
  const selector = read(
    'DKIM_SELECTOR',
    'backline',
    (text) => (isName(text) ? text : null),
    'a name, such as backline',
  )
  const privateKey = read<string | null>(
    'DKIM_PRIVATE_KEY',
    null,
    // Many hosting services keep only one line of a variable.
    (text) => rsaKeyOf(text.replaceAll('\\n', '\n')),
    'an RSA key of 1024 bits or more in PEM, its lines apart or joined by \\n',
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
    // RFC 8301: verifiers refuse shorter keys, and few verify anything but RSA.
    const isGood = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
    return isGood ? text : null
  } catch {
    return null
  }
}

/** The options that say which database to open. */
export function placeOf({ dataDir, databaseUrl, migrationUrl }: Config) {
  return { dataDir, ...(databaseUrl && { databaseUrl }), ...(migrationUrl && { migrationUrl }) }
}
