import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { dayOf } from '#server/lib/rate-limit/daily-salt.ts'
import { forgetSalts } from '#server/lib/rate-limit/queries.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'
import { keepInteractions } from './queries.ts'

const hour = 3_600_000
/** Counting a day of many millions of interactions takes longer than a request may. */
const seconds = 600

export interface UpkeepOptions {
  database: Database
  clock: Clock
  /** Days after which a single interaction is thrown away. */
  keepDays: number
  log: Log
}

/**
 * Looks after the interactions as long as the server runs, from its start on: partitions for the months to come,
 * the days' counts, and the end of what is too old, the salts of past days among it. Of several servers on one database one does it.
 */
export function startUpkeep(options: UpkeepOptions, every = hour): Repeated {
  const { database, clock, keepDays, log } = options
  return repeat('interactions', every, log, async () => {
    // By itself: what counts a day may take minutes, and others wait for these rows.
    await database.transaction('service_role', {}, (tx) => forgetSalts(tx, dayOf(clock())))
    const done = await database.transaction(
      'service_role',
      { role: 'service_role' },
      (tx) => keepInteractions(tx, clock(), keepDays),
      seconds,
    )
    if (done && (done.days_counted > 0 || done.rows_pruned > 0 || done.months_dropped.length > 0)) {
      log.info({ job: 'interactions', ...done }, 'interactions counted and pruned')
    }
  })
}
