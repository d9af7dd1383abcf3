import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { queryAsUpkeep, readTime } from './queries.ts'
import { type RepeatedJob, repeat } from './repeat.ts'

export { readTime } from './queries.ts'

/** Returns the current time in milliseconds since 1970. The clock is a parameter, so that tests can set the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Milliseconds by which this machine's clock may differ before an error is logged. */
const tolerance = 60_000
const lookEvery = 10_000

export interface DatabaseClock extends RepeatedJob {
  readonly clock: Clock
}

interface Options {
  database: Database
  log: Log
  ownClock?: Clock
}

/**
 * The database clock. All processes share this clock, because each process checks signatures, counts and expiry times
 * from other processes. The clock is read at intervals; between two reads, a monotonic counter advances it.
 */
export async function followDatabaseClock(
  { database, log, ownClock = systemClock }: Options,
  every = lookEvery,
): Promise<DatabaseClock> {
  let anchor = await ask(database)
  let isOff = false
  const clock = () => Math.round(anchor.time + performance.now() - anchor.at)

  function compare(): void {
    const ahead = ownClock() - clock()
    if (Math.abs(ahead) > tolerance === isOff) return
    isOff = !isOff
    const fields = { seconds_ahead: Math.round(ahead / 1000) }
    if (isOff) log.error(fields, 'clock skew: using database time, cleanup paused')
    else log.info(fields, 'clock skew resolved')
  }

  async function look(): Promise<void> {
    const answer = await ask(database)
    const expected = anchor.time + answer.at - anchor.at
    // The estimate is kept if it differs by no more than the response's uncertainty.
    if (Math.abs(answer.time - expected) > answer.doubt) anchor = answer
    compare()
  }

  return { clock, ...repeat('clock', every, log, look) }
}

/** Returns the database's time, the value of our counter at that moment, and the uncertainty in milliseconds. */
async function ask(database: Database): Promise<{ time: number; at: number; doubt: number }> {
  const before = performance.now()
  const time = await readTime(queryAsUpkeep(database))
  const after = performance.now()
  return { time, at: (before + after) / 2, doubt: (after - before) / 2 }
}
