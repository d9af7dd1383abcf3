import type { Database } from '#server/lib/db/database.ts'
import { type CleanupContext, type RepeatedJob, repeatCleanup } from '#server/lib/time/repeat.ts'
import { createMonthPartitions, deleteSaltsBefore, pruneInteractions, pruneRequests } from './queries.ts'
import { dayOf } from './visitor-key.ts'

const hour = 3_600_000
/** The time limit in seconds. Counting a day with millions of interactions takes longer than requests may take. */
const seconds = 600
const asUpkeep = ['backline_upkeep', {}] as const

export interface CleanupOptions extends CleanupContext {
  /** Days after which an interaction is deleted, unless an owner sets another number in the desk. */
  keepDays: number
}

/**
 * Runs the cleanup of visitors' data while the server runs. If several servers use a database, only one of them runs
 * the cleanup.
 */
export function startCleanup(options: CleanupOptions, every = hour): RepeatedJob {
  const jobs = [
    repeatCleanup('interactions', every, options, (now) => countAndPrune(options, now)),
    repeatCleanup('people', every, options, (now) => deleteOldRequests(options, now)),
    // The salts have their own job, because counting the rows of a day may take minutes, and new rows wait for the
    // salts.
    repeatCleanup('salts', every, options, (now) => deletePastSalts(options, now)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Creates the partitions before rows are stored, so that no insert has to create one. */
export async function createPartitions(database: Database): Promise<void> {
  await database.transaction(...asUpkeep, createMonthPartitions, seconds)
}

async function countAndPrune({ database, keepDays, log }: CleanupOptions, now: number): Promise<void> {
  const done = await database.transaction(...asUpkeep, (tx) => pruneInteractions(tx, now, keepDays), seconds)
  if (done && (done.days_counted > 0 || done.rows_pruned > 0 || done.months_dropped.length > 0)) {
    log.info({ job: 'interactions', ...done }, 'interactions aggregated and pruned')
  }
}

/** Deletes bookings and messages that are older than the owner's retention time. */
async function deleteOldRequests({ database, log }: CleanupOptions, now: number): Promise<void> {
  const done = await database.transaction(...asUpkeep, (tx) => pruneRequests(tx, now), seconds)
  if (done && done.bookings + done.messages > 0) log.info({ job: 'people', ...done }, 'expired rows deleted')
}

/** Deletes the salts of past days. Without a day's salt, a visitor's key for that day cannot be computed again. */
function deletePastSalts({ database }: CleanupOptions, now: number): Promise<void> {
  return database.transaction(...asUpkeep, (tx) => deleteSaltsBefore(tx, dayOf(now)))
}
