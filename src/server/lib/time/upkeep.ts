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
  /** The process's own clock: where it differs from the database's, the process removes nothing. */
  ownClock?: Clock | undefined
}

/**
 * Runs `work`, which removes rows that are too old, from time to time. It goes by the time of the database, so that no
 * process is too early. A process whose clock differs removes nothing, and after a jump of the database's calendar none
 * does until an operator confirms the date.
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
