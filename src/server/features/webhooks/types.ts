import type { LookupFunction } from 'node:net'
import type { Clock } from '#server/lib/clock.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'

export interface WebhookContext {
  database: Database
  clock: Clock
  box: SecretBox
  log: Log
  /** Whether they may be in the operator's own network, and without encryption. */
  allowPrivate: boolean
  /** How names become addresses, where not as the system does it. */
  lookup?: LookupFunction
  /** How long the other side has for one try. */
  patience?: number
}

/** A row as the server reads it. */
export interface Hook {
  id: string
  url: string
  is_active: boolean
  sealed_secret: string
  sealed_previous: string | null
  previous_until: Date | null
}

/** How one try ended. */
export type Reply =
  | { status: number; retryAfter: string | undefined }
  /** Nobody answered. `isDoubtful`: they had everything by then. */
  | { fault: Fault; isDoubtful: boolean }

export type Fault =
  | 'bad-address'
  | 'not-encrypted'
  | 'private-address'
  | 'name-not-found'
  | 'refused'
  | 'certificate'
  | 'too-slow'
  | 'broken-off'
