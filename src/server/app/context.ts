import type { Config } from '#server/app/config/config.ts'
import type { PracticeSettings } from '#server/features/documents/service.ts'
import type { LetterDeskOptions } from '#server/features/letter-desk/types.ts'
import type { Metrics } from '#server/features/metrics/service.ts'
import type { PackFiles } from '#server/features/packs/service.ts'
import type { SiteSource } from '#server/features/pages/service.ts'
import type { Publishing } from '#server/features/publishing/service.ts'
import type { ReadySettings } from '#server/features/ready/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { ConnectionLimits } from '#server/lib/http/connections.ts'
import type { Readiness } from '#server/lib/http/readiness.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Clock } from '#server/lib/time/clock.ts'

/** The services and settings that the features depend on. The caller creates and closes the context. */
export interface Context {
  config: Pick<
    Config,
    | 'publishableKey'
    | 'allowedOrigins'
    | 'trustProxy'
    | 'databaseUrl'
    | 'rateLimit'
    | 'webhookPrivateAddresses'
    | 'calendarPrivateAddresses'
  > &
    Partial<Pick<Config, 'metricsToken' | 'mailFrom'>>
  database: Database
  clock: Clock
  log: Log
  site: SiteSource
  publishing: Publishing
  packs: PackFiles
  /** Decrypts the links in emails. */
  cipher: SecretCipher
  auth: AuthContext
  mailer: Pick<Mailer, 'send'>
  /** Used by the desk's screens for emails and for the state of the mail server. */
  letters: Pick<LetterDeskOptions, 'organizer' | 'answersTo' | 'status' | 'read'>
  /** Counts requests if metrics are enabled; `scrape` returns all metrics as text. */
  metrics?: Pick<Metrics, 'measureRequests'> | null
  scrape?: (() => Promise<string>) | null
  ready: ReadySettings
  practice: PracticeSettings
  /** Returns the public URL. This is a function, because a system-assigned port is known only after listening. */
  publicUrl: () => string
  readiness: Readiness
  /** Returns true if interactions are refused, so that the remaining disk space is left for bookings. */
  isDiskNearlyFull?: (() => boolean) | undefined
  /** Connection limits that replace the defaults. */
  connectionLimits?: ConnectionLimits
}
