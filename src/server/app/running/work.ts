import { type Config, databaseOptionsOf } from '#server/app/config/config.ts'
import { backupSchedule } from '#server/app/config/config-backup.ts'
import { interactionDays, readySettings } from '#server/app/feature-settings.ts'
import { startSending } from '#server/app/mail.ts'
import { startAuthCleanup } from '#server/features/auth-sessions/session-jobs.ts'
import { openDestination, startBackups, startLateBackupCheck } from '#server/features/backups/service.ts'
import { calendarReader, startCalendars } from '#server/features/calendars/service.ts'
import { startCleanup } from '#server/features/interactions/cleanup.ts'
import { logOpenChecks } from '#server/features/ready/service.ts'
import { emailReader } from '#server/features/team-mailbox/reading.ts'
import { startMailbox } from '#server/features/team-mailbox/service.ts'
import { readMasterKey } from '#server/lib/crypto/master-key.ts'
import { DatabaseSetupError } from '#server/lib/db/database.ts'
import { openOwnerSessionInProcess } from '#server/lib/db/owner-session.ts'
import { type Replication, readReplication } from '#server/lib/db/replication.ts'
import { readSender } from '#server/lib/mail/mailer.ts'
import { type RepeatedJob, repeat } from '#server/lib/time/repeat.ts'
import type { Runtime } from './runtime.ts'

export interface Work {
  /** Starts no new work. `sent` resolves when emails in flight are sent, and `ended` when all jobs have ended. */
  stop(): { sent: Promise<void>; ended: Promise<unknown> }
}

/** Starts the background jobs: cleanup, calendars, the team's mailbox, backups, emails and webhooks. */
export function startWork(runtime: Runtime): Work {
  const { config, log, database, auth, mailer } = runtime
  const jobs = [
    startCleanup({ database, keepDays: interactionDays, log }),
    startAuthCleanup(auth),
    watchReplication(runtime),
    startCalendars({ ...auth, allowPrivate: config.calendarPrivateAddresses, reader: calendarReader }),
    startMailbox({
      ...auth,
      policy: { allowPrivate: config.calendarPrivateAddresses },
      sender: (readSender(config.mailFrom)?.address ?? config.mailFrom).toLowerCase(),
      reader: emailReader,
    }),
    ...scheduleBackups(runtime),
  ]
  if (config.publicUrl) jobs.push(logOpenChecks({ ...auth, settings: readySettings(config) }))
  const sending = startSending(config, runtime, mailer)
  return {
    stop: () => ({ ended: Promise.all(jobs.map((job) => job.stop())), sent: sending.stop() }),
  }
}

const lookEvery = 60_000

/** Logs when the operator's database stops waiting for its standby before commits, and when it waits again. */
export function watchReplication(
  { config, database, log }: Pick<Runtime, 'database' | 'log'> & { config: { databaseUrl: string | null } },
  milliseconds = lookEvery,
): RepeatedJob {
  if (!config.databaseUrl) return { stop: async () => {} }
  let last: Replication = 'none'
  return repeat('replication', milliseconds, log, async () => {
    const now = await readReplication(database)
    if (now === 'asynchronous' && last !== now)
      log.warn('database replication is asynchronous, set synchronous_standby_names')
    if (now === 'synchronous' && last === 'asynchronous') log.info('database replication is synchronous again')
    last = now
  })
}

/** Refuses to start if backups would fail because the database user for requests is not allowed to read the tables. */
export async function requireBackupRights({ config }: Pick<Runtime, 'config'>): Promise<void> {
  if (config.backup.to === null) return
  try {
    const session = await openOwnerSessionInProcess(optionsOf(config))
    await session.close()
  } catch (error) {
    if (!(error instanceof DatabaseSetupError)) throw error
    throw new DatabaseSetupError(`BACKUP_TO is set, but no database user can write backups. ${error.message}`)
  }
}

const optionsOf = (config: Config) => ({
  ...databaseOptionsOf(config),
  owner: `a backup of process ${process.pid}`,
  log: () => {},
})

/**
 * The jobs that write backups and that check whether backups are written. These jobs run only if a backup destination
 * is set.
 */
function scheduleBackups({ config, log, database }: Runtime): RepeatedJob[] {
  const { to, passphrase, access } = config.backup
  if (to === null) return []
  const schedule = {
    database,
    log,
    openOwner: () => openOwnerSessionInProcess(optionsOf(config)),
    place: openDestination(to, { access, draftFolder: config.dataDir }),
    ...backupSchedule,
    async means() {
      const { encryptionKey: configured, dataDir } = config
      const found = await readMasterKey({ configured, dataDir, mayMake: false })
      return { key: found?.key ?? null, passphrase }
    },
  }
  return [startBackups(schedule), startLateBackupCheck(schedule)]
}
