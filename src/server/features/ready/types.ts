import type { Keys } from '#server/lib/auth/context.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Limits } from '#server/lib/rate-limit/limits.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { CheckResult } from './found.ts'

export interface ReadySettings {
  /** Null if PUBLIC_URL is not set. In that case, visitors use the address on which the server listens. */
  publicUrl: string | null
  trustProxy: readonly string[] | false
  /** Null if emails are written to a folder. */
  mailServer: string | null
  sender: string
  /** `publicKey` is in base64, as in its DNS record. */
  dkim: { domain: string; selector: string; publicKey: string } | null
  /** True if the encryption key is stored next to the database. */
  isKeyBesideData: boolean
  webhookPrivateAddresses: boolean
  calendarPrivateAddresses: boolean
  /** Null to use this machine's name servers. */
  nameServers: readonly string[] | null
}

export interface ReadyContext {
  settings: ReadySettings
  database: Database
  clock: Clock
  /** This machine's clock. */
  ownClock?: Clock
  log: Log
  cipher: Pick<SecretCipher, 'mac'>
  publicUrl: () => string
  patience?: number
}

export interface ReadyRoutesOptions extends ReadyContext {
  keys: Keys
  limits: Limits
  mailer: Pick<Mailer, 'send'>
}

/** The owner's request, which shows the reverse proxies between browser and server. */
export interface OwnerRequest {
  /** The IP address at the other end of the connection. */
  peer: string
  /** The client's IP address, as reported by the trusted reverse proxies. */
  client: string
  /** The origin that the browser sent. */
  origin: string
  isForwarded: boolean
  /** The browser's clock. */
  browserTime: number
  /** The time of the request, by the database's clock. */
  at: number
}

/** The context of one run of all checks. `visit` is null when the server runs the checks automatically. */
export interface CheckContext extends ReadyContext {
  visit: OwnerRequest | null
  facts: () => Promise<ReadyFacts>
  signal: AbortSignal
}

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
  /**
   * Facts about active hosts' calendars: the numbers of calendars, failing calendars, entries and unreadable entries.
   */
  calendars: { all: number; failing: number; unread: number; entries: number }
  mail_proof: { at: string; server: string; sender: string } | null
}

/** Only the columns of `private.backup_facts()` that the check uses. */
export interface BackupFacts {
  snapshot_at: Date | null
  place: string | null
  proven_at: Date | null
  failed_at: Date | null
  failure: string | null
  every_hours: number | null
  is_late: boolean
}

export interface LaunchCheck {
  readonly id: string
  readonly title: string
  readonly look: (look: CheckContext) => Promise<CheckResult> | CheckResult
  /**
   * True if the check needs the owner's request, or can succeed only once the server responds to requests from outside.
   */
  readonly isFromOutside?: boolean
}

export interface CheckGroup {
  readonly title: string
  readonly text: string
  readonly checks: readonly LaunchCheck[]
}
