import type { SiteSource } from '#server/features/pages/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'

export interface OwnDataStore {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'mac' | 'seal'>
}

export interface OwnDataOptions extends OwnDataStore {
  site: SiteSource
  publicUrl: () => string
  pause: (milliseconds: number) => Promise<void>
  /** Whether the server can send letters. */
  sendsMail: boolean
}

/** The link is valid, or was used to erase the data; null for an unknown or expired link. */
export type LinkState = 'open' | 'erased' | null
