import type { Keys } from '#server/lib/auth/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Limits } from '#server/lib/rate-limit/types.ts'
import type { Found } from './found.ts'

/** What of the settings the checks judge. */
export interface ReadySettings {
  /** Null where it is not set, and people reach us wherever we listen. */
  publicUrl: string | null
  trustProxy: readonly string[] | false
  /** Null lays letters into a folder. */
  mailServer: string | null
  /** The address that letters come from. */
  sender: string
  /** `publicKey`: as its record has it, in base64. */
  dkim: { domain: string; selector: string; publicKey: string } | null
  /** Whether the key that seals secrets lies in the folder of the database that it seals. */
  isKeyBesideData: boolean
  rateLimit: boolean
  webhookPrivateAddresses: boolean
  calendarPrivateAddresses: boolean
  /** Null asks those of this machine. */
  nameServers: readonly string[] | null
}

/** What the checks stand on. */
export interface ReadyContext {
  settings: ReadySettings
  database: Database
  clock: Clock
  /** The time by the clock of this machine. */
  ownClock?: Clock
  log: Log
  cipher: Pick<SecretCipher, 'mac'>
  publicUrl: () => string
  /** Milliseconds after which a check is given up. */
  patience?: number
}

export interface ReadyRoutesOptions extends ReadyContext {
  keys: Keys
  limits: Limits
  mailer: Pick<Mailer, 'send'>
}

/** The owner's request, by which it shows what stands between browsers and this server. */
export interface Visit {
  /** The other end of the connection. */
  peer: string
  /** Whom we take it to be from, past the proxies that are trusted. */
  client: string
  /** Where the browser is, as it says itself. */
  origin: string
  isForwarded: boolean
  /** The time by the browser's clock. */
  browserTime: number
  /** When the request came, by the clock of the database. */
  at: number
}

/** What one run of all checks has at hand. `visit` is null where the server asks by itself. */
export interface Look extends ReadyContext {
  visit: Visit | null
  facts: () => Promise<ReadyFacts>
  signal: AbortSignal
}

/** What `private.ready_facts()` answers. */
export interface ReadyFacts {
  now: number
  login: string
  is_super: boolean
  may_own: boolean
  people: number
  owners: number
  without_second_step: number
  hours_chosen: boolean
  time_zone: string
  opens: string
  closes: string
  days_off: number
  hosts: number
  hosts_without_hours: number
  mail_proof: { at: string; server: string; sender: string } | null
}

/** What `private.backup_facts()` answers, as far as it is judged here. */
export interface BackupFacts {
  snapshot_at: Date | null
  place: string | null
  proven_at: Date | null
  failed_at: Date | null
  failure: string | null
  every_hours: number | null
  is_late: boolean
}

export interface Check {
  readonly id: string
  readonly title: string
  readonly look: (look: Look) => Promise<Found> | Found
  /** Asks from outside, where a server that only begins is not let in yet, or needs the owner's own request. */
  readonly isFromOutside?: boolean
}

/** Checks of one subject. */
export interface CheckGroup {
  readonly title: string
  readonly text: string
  readonly checks: readonly Check[]
}
