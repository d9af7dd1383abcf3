import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { AuthSettings } from './settings.ts'
import type { Keys } from './types.ts'

/** What the features of the auth service share. */
export interface AuthContext {
  database: Database
  clock: Clock
  log: Log
  settings: AuthSettings
  keys: Keys
  cipher: SecretCipher
  /** Waits this many milliseconds. Passed in like the clock, so that tests need not wait. */
  pause: (milliseconds: number) => Promise<void>
  publicUrl: () => string
}

/** Where the service is mounted, which is also the issuer of its tokens. */
export const authUrl = ({ publicUrl }: Pick<AuthContext, 'publicUrl'>) => `${publicUrl()}/auth/v1`
