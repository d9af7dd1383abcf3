import type { LookupFunction } from 'node:net'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf } from '#server/lib/db/rows.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { OutgoingFault } from '#shared/contract/outgoing.ts'

export interface WebhookContext {
  database: Database
  clock: Clock
  cipher: SecretCipher
  log: Log
  /** Whether receivers may be in the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** Replaces the system's resolver. */
  lookup?: LookupFunction
  /** Milliseconds for one attempt. */
  patience?: number
}

export const hookColumns = columnsOf('public.webhooks', [
  'id',
  'url',
  'is_active',
  'sealed_secret',
  'sealed_previous',
  'previous_until',
])
export type Hook = RowOf<typeof hookColumns>

export type Reply =
  | { status: number; retryAfter: string | undefined }
  /** There was no response. `isDoubtful`: the receiver had the whole request. */
  | { fault: OutgoingFault; isDoubtful: boolean }
