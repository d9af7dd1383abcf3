import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { jobDone } from '#server/lib/telemetry.ts'
import { beginUpkeep } from './queries.ts'

export { confirmDay } from './queries.ts'

export interface Repeated {
  /** Ends the repetition; resolves when a run under way has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` now, and then every so many milliseconds, one run at a time. A run that fails is logged, and the next
 * one comes at its usual time. The timer does not keep the process alive.
 */
export function repeat(name: string, milliseconds: number, log: Log, work: () => Promise<void>): Repeated {
  let running: Promise<void> | null = null
  const once = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed')
    }
  }
  const run = () => {
    running ??= once().finally(() => {
      running = null
    })
  }
  const timer = setInterval(run, milliseconds).unref()
  run()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

export interface UpkeepMeans {
  database: Database
  log: Log
  /** The process's own clock: where it differs from the database's, the process removes nothing. */
  ownClock?: (() => number) | undefined
}

/**
 * Runs `work`, which removes rows that are too old, from time to time. It goes by the time of the database, so that no
 * process is too early. A process whose clock differs removes nothing, and after a jump of the database's calendar none
 * does until an operator confirms the date.
 */
export function repeatUpkeep(
  name: string,
  milliseconds: number,
  { database, log, ownClock = Date.now }: UpkeepMeans,
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
