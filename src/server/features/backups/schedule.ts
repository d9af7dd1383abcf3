import { setTimeout as sleep } from 'node:timers/promises'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { type Database, DatabaseSetupError, isDatabaseError, isDatabaseUnreachable } from '#server/lib/db/database.ts'
import type { OwnerSession } from '#server/lib/db/owner-session.ts'
import { transactionOn } from '#server/lib/db/transaction.ts'
import type { Log } from '#server/lib/log.ts'
import { type RepeatedJob, repeat } from '#server/lib/time/repeat.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'
import type { BackupDestination } from './destination.ts'
import { encryptedName } from './encryption.ts'
import { type BackupKeys, makeBackup } from './making.ts'
import { dueBackupName, queueLateBackupEmail, recordBackup, recordBackupFailure } from './queries.ts'

const asUpkeepRole = (database: Database) => database.alone('backline_upkeep', {})
const checkInterval = 60_000
const patience = 3000
const readSeconds = 30
const fileName = /^backline-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip(\.age)?$/

export interface BackupSchedule {
  database: Database
  log: Log
  openOwner: () => Promise<OwnerSession>
  place: BackupDestination
  everyHours: number
  keep: number
  means: () => Promise<BackupKeys>
}

/**
 * Writes backups at the set interval while the server runs. If the server stops during a backup, that backup is
 * discarded and is due again at the next start.
 */
export function startBackups(schedule: BackupSchedule, every = checkInterval): RepeatedJob {
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

/**
 * After a pause or a restore, the server has this many milliseconds to write the overdue backup before the team is
 * notified.
 */
const graceAfterStart = 3_600_000

/** Notifies the team of late backups. This is a separate job, because the backup job may hang. */
export function startLateBackupCheck(
  { database, log }: Pick<BackupSchedule, 'database' | 'log'>,
  every = checkInterval,
  grace = graceAfterStart,
): RepeatedJob {
  const began = performance.now()
  return repeat('backup_lateness', every, log, async () => {
    if (performance.now() - began >= grace) await queueLateBackupEmail(asUpkeepRole(database))
  })
}

export async function backUpWhenDue(schedule: BackupSchedule, ending?: AbortSignal): Promise<void> {
  const { database, log, everyHours, place } = schedule
  let name = ''
  try {
    const session = await schedule.openOwner()
    try {
      const due = await dueBackupName(transactionOn(session.client, readSeconds), everyHours)
      if (!due) return
      const means = await schedule.means()
      name = encryptedName(due, means.passphrase)
      const began = performance.now()
      const made = await makeBackup(session, place, name, means, ending)
      await recordBackup(asUpkeepRole(database), made, everyHours)
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
    await recordBackupFailure(asUpkeepRole(database), { address, everyHours, code })
    return
  }
  await prune(schedule)
}

/** Deletes the oldest backup files. The file names sort by time. */
async function prune({ place, keep, log }: BackupSchedule): Promise<void> {
  const ours = (await place.names()).filter((name) => fileName.test(name)).sort()
  for (const name of ours.slice(0, Math.max(0, ours.length - keep))) {
    await place.remove(name)
    log.info({ job: 'backup', place: place.address(name) }, 'old backup deleted')
  }
}

interface BackupFailureReport {
  code: BackupFailure
  sentence: string
}

/** The cause of a failed backup, as a code for the desk and a sentence for the operator. */
export function failureOf(error: unknown, address: string): BackupFailureReport {
  const { code, message } = error as Error & { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { code: 'full', sentence: `The disk is full: no backup was written to ${address}.` }
  }
  if (error instanceof BackupFault) return { code: 'other', sentence: message }
  if (error instanceof DatabaseSetupError || code === '42501') return { code: 'rights', sentence: message }
  if (isDatabaseUnreachable(error) || isDatabaseError(error) || /^Connection terminated/.test(message)) {
    return { code: 'database', sentence: `The database could not be read completely: ${message}.` }
  }
  if (isDestinationError(error)) {
    return { code: 'place', sentence: `No backup can be written to ${address}: ${code ?? message}.` }
  }
  return { code: 'other', sentence: `The backup failed: ${message}.` }
}

/** True if the error comes from the file system, the network, or an object store. */
function isDestinationError(error: unknown): boolean {
  const { syscall, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return (
    syscall !== undefined ||
    name === 'S3Error' ||
    name === 'ServerError' ||
    (name === 'TypeError' && cause !== undefined)
  )
}
