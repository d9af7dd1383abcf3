import type { Keys } from '#server/lib/auth/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Feed } from './feed.ts'
import type { RealtimeLimits } from './policy.ts'

export interface Room {
  database: Database
  keys: Pick<Keys, 'verify'>
  clock: Clock
  log: Log
  limits: RealtimeLimits
  isKey: (guess: string) => boolean
  feed: Feed
}
