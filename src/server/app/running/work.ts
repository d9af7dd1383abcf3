import { readySettings } from '#server/app/desk/ready.ts'
import { startSending } from '#server/app/mail.ts'
import { interactionDays } from '#server/app/practice.ts'
import { startAuthUpkeep } from '#server/features/auth-sessions/upkeep.ts'
import { calendarReader, startCalendars } from '#server/features/calendars/service.ts'
import { startUpkeep } from '#server/features/interactions/upkeep.ts'
import { countMissing } from '#server/features/ready/service.ts'
import { watchReplication } from './replication-watch.ts'
import type { Runtime } from './runtime.ts'
import { scheduleBackups } from './scheduled-backups.ts'

export interface Work {
  /** Begins nothing new. `sent` resolves when the letters under way have left, `ended` when every job has ended. */
  stop(): { sent: Promise<void>; ended: Promise<unknown> }
}

/** The server's own jobs: upkeep, calendars, backups, letters and webhooks. */
export function startWork(runtime: Runtime): Work {
  const { config, log, database, auth, mailer } = runtime
  const jobs = [
    startUpkeep({ database, keepDays: interactionDays, log }),
    startAuthUpkeep(auth),
    watchReplication(runtime),
    startCalendars({ ...auth, allowPrivate: config.calendarPrivateAddresses, reader: calendarReader }),
    ...scheduleBackups(runtime),
  ]
  if (config.publicUrl) jobs.push(countMissing({ ...auth, settings: readySettings(config) }))
  const sending = startSending(config, runtime, mailer)
  return {
    stop: () => ({ ended: Promise.all(jobs.map((job) => job.stop())), sent: sending.stop() }),
  }
}
