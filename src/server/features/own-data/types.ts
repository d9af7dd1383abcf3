import type { SiteSource } from '#server/features/pages/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'

export interface OwnDataStore {
  database: Database
  clock: Clock
  cipher: Pick<SecretCipher, 'mac' | 'seal'>
}

export interface OwnDataOptions extends OwnDataStore {
  site: SiteSource
  publicUrl: () => string
  /** Waits so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>
  /** Whether a letter of ours can reach anybody. */
  sendsMail: boolean
}

/** What a link is good for: it opens what is kept, or was used to erase it; null for whatever is no link, or too old. */
export type LinkState = 'open' | 'erased' | null
