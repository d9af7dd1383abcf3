import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Everything an operator can set, checked. `.env.example` says what each variable means. */
export interface Config {
  host: string
  /** 0 takes any free port. */
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Where people reach us, without a slash at the end; null stands for the address we listen at. */
  publicUrl: string | null
  /** Addresses of the proxies whose forwarded headers we believe. */
  trustProxy: string[] | false
  publishableKey: string
  /** Days for which single interactions are kept; their daily counts stay. */
  interactionDays: number
  /** Whether a client that asks too often is refused. */
  rateLimit: boolean
}

/** Thrown for an environment that cannot be used: one sentence per fault, all at once. */
export class BadConfig extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment. Values are never repeated in a sentence: one of them may be a password. */
export function readConfig(environment: Environment): Config {
  const faults: string[] = []
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | null, must: string): T => {
    const text = environment[name]?.trim()
    if (!text) return fallback
    const value = parse(text)
    if (value === null) faults.push(`${name} must be ${must}.`)
    return value ?? fallback
  }
  const config: Config = {
    host: read('HOST', '127.0.0.1', hostOf, 'a host name or an address, such as 127.0.0.1 or 0.0.0.0'),
    port: read('PORT', 3000, portOf, 'a whole number from 0 to 65535'),
    dataDir: read('DATA_DIR', resolve('data'), (text) => resolve(text), 'a folder'),
    databaseUrl: read<string | null>(
      'DATABASE_URL',
      null,
      databaseUrlOf,
      'a PostgreSQL address, such as postgres://user:password@host:5432/name',
    ),
    publicUrl: read<string | null>(
      'PUBLIC_URL',
      null,
      originOf,
      'the http or https address of the site without a path, such as https://www.example.com',
    ),
    trustProxy: read<Config['trustProxy']>(
      'TRUST_PROXY',
      false,
      proxiesOf,
      'the addresses of the proxies before this server, separated by commas, such as 127.0.0.1,10.0.0.0/8',
    ),
    publishableKey: read(
      'PUBLISHABLE_KEY',
      'sb_publishable_backline',
      (text) => (/^[\w.-]{8,500}$/.test(text) ? text : null),
      '8 to 500 letters, digits, dots, hyphens or underscores',
    ),
    interactionDays: read('INTERACTION_DAYS', 395, daysOf, 'a whole number of days from 1 to 3650'),
    rateLimit: read('RATE_LIMIT', true, switchOf, 'on or off'),
  }
  if (faults.length > 0) throw new BadConfig(faults)
  return config
}

function switchOf(text: string): boolean | null {
  return text === 'on' || text === 'off' ? text === 'on' : null
}

const hostOf = (text: string) => (/^[\w.:-]+$/.test(text) ? text : null)

const portOf = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : null)

function daysOf(text: string): number | null {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= 3650 ? days : null
}

function databaseUrlOf(text: string): string | null {
  return /^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text) ? text : null
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare && /^https?:$/.test(url.protocol) ? url.origin : null
}

function proxiesOf(text: string): string[] | null {
  const proxies = text.split(',').map((proxy) => proxy.trim())
  const isAddress = (proxy: string) => isIP(proxy.replace(/\/\d{1,3}$/, '')) !== 0
  return proxies.every(isAddress) ? proxies : null
}
