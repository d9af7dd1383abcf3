import type { Database } from '#server/lib/db/database.ts'
import { dayOf } from '#server/lib/rate-limit/daily-salt.ts'
import { forgetSalts } from '#server/lib/rate-limit/queries.ts'
import type { Repeated } from '#server/lib/repeat.ts'
import { repeatUpkeep, type UpkeepMeans } from '#server/lib/time/upkeep.ts'
import { keepInteractions, keepPeople, makeMonths } from './queries.ts'

const hour = 3_600_000
/** Counting a day of many millions of interactions takes longer than a request may. */
const seconds = 600
const asUpkeep = ['backline_upkeep', {}] as const

export interface UpkeepOptions extends UpkeepMeans {
  /** Days after which a single interaction is thrown away, unless an owner says another number at the desk. */
  keepDays: number
}

/**
 * Looks after what visitors left as long as the server runs, from its start on. Of several servers on one database one
 * does it.
 */
export function startUpkeep(options: UpkeepOptions, every = hour): Repeated {
  const jobs = [
    repeatUpkeep('interactions', every, options, (now) => countAndPrune(options, now)),
    repeatUpkeep('people', every, options, (now) => forgetPeople(options, now)),
    // By itself: what counts a day may take minutes, and others wait for these rows.
    repeatUpkeep('salts', every, options, (now) => forgetPastSalts(options, now)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Makes the partitions that the first rows go to, so that none of them appears beneath a row that is being stored. */
export async function makeRoom(database: Database): Promise<void> {
  await database.transaction(...asUpkeep, makeMonths, seconds)
}

/** Partitions for the months to come, the days' counts, and the end of what is too old. */
async function countAndPrune({ database, keepDays, log }: UpkeepOptions, now: number): Promise<void> {
  const done = await database.transaction(...asUpkeep, (tx) => keepInteractions(tx, now, keepDays), seconds)
  if (done && (done.days_counted > 0 || done.rows_pruned > 0 || done.months_dropped.length > 0)) {
    log.info({ job: 'interactions', ...done }, 'interactions counted and pruned')
  }
}

/** Bookings and messages that an owner does not want kept any longer. */
async function forgetPeople({ database, log }: UpkeepOptions, now: number): Promise<void> {
  const done = await database.transaction(...asUpkeep, (tx) => keepPeople(tx, now), seconds)
  if (done && done.bookings + done.messages > 0) log.info({ job: 'people', ...done }, 'old rows removed')
}

/** The salts of past days, without which no key of a visitor is made again. */
function forgetPastSalts({ database }: UpkeepOptions, now: number): Promise<void> {
  return database.transaction(...asUpkeep, (tx) => forgetSalts(tx, dayOf(now)))
}
