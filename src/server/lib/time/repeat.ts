import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { jobDone } from '#server/lib/telemetry.ts'
import { beginUpkeep } from './queries.ts'

export { confirmDay } from './queries.ts'

export interface RepeatedJob {
  /** Ends the repetition. Resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once and then at this interval, one run at a time. A failed run is logged, and the next run starts at
 * its usual time. The timer does not keep the process alive.
 */
export function repeat(name: string, milliseconds: number, log: Log, work: () => Promise<void>): RepeatedJob {
  let running: Promise<void> | null = null
  const once = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed')
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

export interface CleanupContext {
  database: Database
  log: Log
  /** The process's clock. If this clock differs from the database's clock, the process deletes nothing. */
  ownClock?: (() => number) | undefined
}

/**
 * Repeats `work`, which deletes expired rows by the database's time, so that no process deletes them too early. A
 * process whose clock differs from the database's deletes nothing. If the database's date jumps, nothing is deleted
 * until an operator confirms the date.
 */
export function repeatCleanup(
  name: string,
  milliseconds: number,
  { database, log, ownClock = Date.now }: CleanupContext,
  work: (now: number) => Promise<void>,
): RepeatedJob {
  return repeat(name, milliseconds, log, async () => {
    const { now, held, ahead, today, last_day } = await beginUpkeep(database, ownClock())
    if (held === null) {
      await work(now)
      return jobDone.publish({ job: name })
    }
    if (held === 'clock') {
      log.error({ job: name, seconds_ahead: ahead }, 'cleanup skipped: clock skew')
      return
    }
    log.error(
      { job: name, today, last_day, command: `npm run auth -- confirm-date ${today}` },
      'cleanup skipped: database date jumped, correct it or confirm it',
    )
  })
}
