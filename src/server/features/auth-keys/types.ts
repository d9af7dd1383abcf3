import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'
import type { Clock } from '#server/lib/time/clock.ts'

export const keyColumns = columnsOf('private.signing_keys', [
  'id',
  'algorithm',
  'sealed_key',
  'public_key',
  'signs_from',
])
export type StoredKey = RowOf<typeof keyColumns>

export interface KeysOptions {
  database: Database
  clock: Clock
  cipher: SecretCipher
  issuer: () => string
  audience: string
  /** Stands for a token of the service role. */
  secretKey?: string | null
  /** The longest life of a token; a key verifies so long after it signed last. */
  tokenSeconds: number
}
