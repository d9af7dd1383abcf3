import { startAuthUpkeep } from '#server/features/auth-sessions/upkeep.ts'
import { startUpkeep } from '#server/features/interactions/upkeep.ts'
import type { Ground } from './ground.ts'
import { startSending } from './mail.ts'

export interface Work {
  /** Begins nothing new. `sent` resolves when the letters under way have left, `ended` when every job has ended. */
  stop(): { sent: Promise<void>; ended: Promise<unknown> }
}

/** What the server does by itself: the upkeep, letters and webhooks. */
export function startWork({ config, log, database, auth, mailer, rush }: Ground): Work {
  const jobs = [startUpkeep({ database, keepDays: config.interactionDays, log }), startAuthUpkeep(auth)]
  const sending = startSending(config, auth, mailer, rush)
  return {
    stop: () => ({ ended: Promise.all(jobs.map((job) => job.stop())), sent: sending.stop() }),
  }
}
