import type { LookupFunction } from 'node:net'
import type { Clock } from '#server/lib/clock.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'
import type { Log } from '#server/lib/log.ts'
import type { OutgoingFault } from '#shared/contract/outgoing.ts'

export interface WebhookContext {
  database: Database
  clock: Clock
  cipher: SecretCipher
  log: Log
  /** Whether they may be in the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** How names become addresses, where not as the system does it. */
  lookup?: LookupFunction
  /** How long the other side has for one try. */
  patience?: number
}

/** A row as the server reads it. */
export const hookColumns = columnsOf('public.webhooks', [
  'id',
  'url',
  'is_active',
  'sealed_secret',
  'sealed_previous',
  'previous_until',
])
export type Hook = RowOf<typeof hookColumns>

/** How one try ended. */
export type Reply =
  | { status: number; retryAfter: string | undefined }
  /** Nobody answered. `isDoubtful`: they had everything by then. */
  | { fault: OutgoingFault; isDoubtful: boolean }
