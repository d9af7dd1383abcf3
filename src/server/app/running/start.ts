import { type Config, placeOf } from '#server/app/config/config.ts'
import { makeOwnerLink } from '#server/features/auth-owner/service.ts'
import { makeRoom } from '#server/features/interactions/upkeep.ts'
import type { Site } from '#server/features/pages/service.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { closing, openRuntime, orElse } from './runtime.ts'
import { requireBackupRights } from './scheduled-backups.ts'
import { readEarly, serve } from './serve.ts'
import { whileAway } from './while-away.ts'
import { startWork } from './work.ts'

export interface Running {
  url: string
  /** The link that makes the first owner; null when there is one. */
  ownerLink: string | null
  /**
   * Finishes the requests in flight, then closes everything that `start` opened. If it `isAnnounced`, reverse proxies are
   * told before, and have time to notice.
   */
  stop(isAnnounced?: boolean): Promise<void>
}

/**
 * Opens the database and, when all is ready, listens. When the database goes away meanwhile, the start begins anew and
 * `complain` reports it. When it fails, what it opened is closed again.
 */
export function start(
  config: Config,
  siteFolder: string,
  log: Log,
  complain: (sentence: string) => void = () => {},
): Promise<Running> {
  const early = readEarly(config, siteFolder)
  return whileAway({ log, complain }, () => startOnce(config, siteFolder, log, early))
}

/** Brings the database up to date, serves requests, and then starts the server's own jobs. */
async function startOnce(
  config: Config,
  siteFolder: string,
  log: Log,
  early: Promise<Site> | null,
): Promise<Running> {
  const runtime = await openRuntime(config, log, (owner) =>
    openDatabase({
      ...placeOf(config),
      owner,
      log: (message, fields) => log.info(fields ?? {}, message),
      waits: true,
      poolSize: config.poolSize,
    }),
  )
  return orElse(
    closing(log, () => runtime.close()),
    async () => {
      await makeRoom(runtime.database)
      await requireBackupRights(runtime)
      const ownerLink = await makeOwnerLink(runtime.auth)
      const serving = await serve(runtime, { siteFolder, early })
      const work = startWork(runtime)
      return {
        url: runtime.place.url,
        ownerLink: ownerLink === null ? null : ownerLink(runtime.publicUrl()),
        async stop(isAnnounced = true) {
          if (isAnnounced) await serving.turnOff()
          const working = work.stop()
          await serving.drain()
          // Letters that are being sent are finished before the mailer is closed.
          await working.sent
          await runtime.close()
          await working.ended
        },
      }
    },
  )
}
