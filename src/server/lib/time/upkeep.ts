import { type Clock, systemClock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'
import { jobDone } from '#server/lib/telemetry.ts'
import { beginUpkeep } from './queries.ts'

export { confirmDay } from './queries.ts'

export interface UpkeepMeans {
  database: Database
  log: Log
  /** What this process takes for now: where the database sees it otherwise, the process removes nothing. */
  ownClock?: Clock | undefined
}

/**
 * Runs, from time to time, what removes rows that are too old. What time it is the database says, so that of several
 * processes on it none is too early; and nothing is removed by a process whose clock is another, or once the calendar of
 * the database jumped, until an operator says that it is right.
 */
export function repeatUpkeep(
  name: string,
  milliseconds: number,
  { database, log, ownClock = systemClock }: UpkeepMeans,
  work: (now: number) => Promise<void>,
): Repeated {
  return repeat(name, milliseconds, log, async () => {
    const { now, held, ahead, today, last_day } = await beginUpkeep(database, ownClock())
    if (held === null) {
      await work(now)
      return jobDone.publish({ job: name })
    }
    if (held === 'clock') {
      log.error(
        { job: name, seconds_ahead: ahead },
        'nothing is removed: this process and the database have different times',
      )
      return
    }
    log.error(
      { job: name, today, last_day },
      `nothing is removed: it is ${today} for the database, and the last upkeep was on ${last_day}; if that is right, say so: npm run auth -- confirm-date ${today}`,
    )
  })
}
