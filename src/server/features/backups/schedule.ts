import { setTimeout as sleep } from 'node:timers/promises'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { type Database, DatabaseSetupError, isAway, isDatabaseError } from '#server/lib/db/database.ts'
import type { OwnerSession } from '#server/lib/db/owner-session.ts'
import { transactionOn } from '#server/lib/db/transaction.ts'
import type { Log } from '#server/lib/log.ts'
import { type Repeated, repeat } from '#server/lib/time/repeat.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'
import type { BackupDestination } from './destination.ts'
import { type BackupMeans, makeBackup } from './making.ts'
import { nameWhenDue, noteBackup, noteFailure, planBackupLetter } from './queries.ts'
import { sealedName } from './sealing.ts'

const byUpkeep = (database: Database) => database.alone('backline_upkeep', {})
const lookEvery = 60_000
const patience = 3000
const readSeconds = 30
const fileName = /^backline-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip(\.age)?$/

export interface Schedule {
  database: Database
  log: Log
  openOwner: () => Promise<OwnerSession>
  place: BackupDestination
  everyHours: number
  keep: number
  means: () => Promise<BackupMeans>
}

/**
 * Writes backups at the set interval while the server runs. If the server stops during a backup, that backup is
 * discarded and is due again at the next start.
 */
export function startBackups(schedule: Schedule, every = lookEvery): Repeated {
  let current: OwnerSession | null = null
  const openOwner = async () => {
    current = await schedule.openOwner()
    return current
  }
  const ending = new AbortController()
  const look = () => backUpWhenDue({ ...schedule, openOwner }, ending.signal)
  const job = repeat('backup', every, schedule.log, look)
  return {
    async stop() {
      ending.abort()
      current?.client.connection.stream.destroy()
      // Does not wait for a store that does not respond; an incomplete upload is discarded.
      await Promise.race([job.stop(), sleep(patience, undefined, { ref: false })])
    },
  }
}

/** After a pause or a restore, the server first has time to write the overdue backup. */
const graceAfterStart = 3_600_000

/** Notifies the team of late backups. This is a separate job, because the backup job may hang. */
export function watchBackups(
  { database, log }: Pick<Schedule, 'database' | 'log'>,
  every = lookEvery,
  grace = graceAfterStart,
): Repeated {
  const began = performance.now()
  return repeat('backup_lateness', every, log, async () => {
    if (performance.now() - began >= grace) await planBackupLetter(byUpkeep(database))
  })
}

export async function backUpWhenDue(schedule: Schedule, ending?: AbortSignal): Promise<void> {
  const { database, log, everyHours, place } = schedule
  let name = ''
  try {
    const session = await schedule.openOwner()
    try {
      const due = await nameWhenDue(transactionOn(session.client, readSeconds), everyHours)
      if (!due) return
      const means = await schedule.means()
      name = sealedName(due, means.passphrase)
      const began = performance.now()
      const made = await makeBackup(session, place, name, means, ending)
      await noteBackup(byUpkeep(database), made, everyHours)
      const seconds = Math.round((performance.now() - began) / 100) / 10
      log.info({ job: 'backup', place: made.address, bytes: made.bytes, seconds }, 'backup written')
    } finally {
      await session.close()
    }
  } catch (error) {
    // The server is stopping, and the backup is due again at the next start.
    if (ending?.aborted) return
    const address = place.address(name)
    const { code, sentence } = failureOf(error, address)
    log.error({ job: 'backup', err: error, failure: code, reason: sentence }, 'backup failed')
    await noteFailure(byUpkeep(database), { address, everyHours, code })
    return
  }
  await prune(schedule)
}

/** Deletes the oldest of the files that have our backup names, which sort by time. */
async function prune({ place, keep, log }: Schedule): Promise<void> {
  const ours = (await place.names()).filter((name) => fileName.test(name)).sort()
  for (const name of ours.slice(0, Math.max(0, ours.length - keep))) {
    await place.remove(name)
    log.info({ job: 'backup', place: place.address(name) }, 'old backup deleted')
  }
}

interface Failure {
  code: BackupFailure
  sentence: string
}

/** The cause of a failed backup, as a code for the desk and a sentence for the operator. */
export function failureOf(error: unknown, address: string): Failure {
  const { code, message } = error as Error & { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { code: 'full', sentence: `The disk is full: no backup was written to ${address}.` }
  }
  if (error instanceof BackupFault) return { code: 'other', sentence: message }
  if (error instanceof DatabaseSetupError || code === '42501') return { code: 'rights', sentence: message }
  if (isAway(error) || isDatabaseError(error) || /^Connection terminated/.test(message)) {
    return { code: 'database', sentence: `The database could not be read completely: ${message}.` }
  }
  if (isOfPlace(error)) {
    return { code: 'place', sentence: `No backup can be written to ${address}: ${code ?? message}.` }
  }
  return { code: 'other', sentence: `The backup failed: ${message}.` }
}

/** True if the error comes from the file system, the network, or an object store. */
function isOfPlace(error: unknown): boolean {
  const { syscall, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return (
    syscall !== undefined ||
    name === 'S3Error' ||
    name === 'ServerError' ||
    (name === 'TypeError' && cause !== undefined)
  )
}
