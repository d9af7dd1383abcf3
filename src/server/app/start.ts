import { makeOwnerLink } from '#server/features/auth-owner/service.ts'
import { makeRoom } from '#server/features/interactions/upkeep.ts'
import { type DatabaseOptions, openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Config, placeOf } from './config.ts'
import { closing, type Ground, openGround, orElse } from './ground.ts'
import { type Serving, serve } from './serve.ts'
import { whileAway } from './while-away.ts'
import { startWork } from './work.ts'

export interface Running {
  url: string
  /** Where somebody becomes the owner; null when there is one. */
  ownerLink: string | null
  /** Finishes the requests in flight, then closes everything that `start` opened. */
  stop(): Promise<void>
}

/**
 * Opens the database and, when all is ready, listens. A database that goes away meanwhile is waited for, by beginning
 * anew; `complain` tells whoever started us. When it fails, what it opened is closed again.
 */
export function start(
  config: Config,
  siteFolder: string,
  log: Log,
  complain: (sentence: string) => void = () => {},
): Promise<Running> {
  return whileAway({ log, complain }, () => startOn(config, log, {}, (ground) => serve(ground, siteFolder)))
}

/**
 * Brings the database up to date, does what is done once, starts what answers requests, and does the server's own
 * work in this process.
 */
export async function startOn(
  config: Config,
  log: Log,
  change: Partial<DatabaseOptions>,
  openDoors: (ground: Ground) => Promise<Serving>,
): Promise<Running> {
  const ground = await openGround(config, log, (owner) =>
    openDatabase({
      ...placeOf(config),
      owner,
      log: (message, fields) => log.info(fields ?? {}, message),
      waits: true,
      ...change,
    }),
  )
  return orElse(
    closing(log, () => ground.close()),
    async () => {
      await makeRoom(ground.database)
      const ownerLink = await makeOwnerLink(ground.auth)
      const serving = await openDoors(ground)
      const work = startWork(ground)
      return {
        url: ground.place.url,
        ownerLink: ownerLink === null ? null : ownerLink(ground.auth.publicUrl()),
        async stop() {
          const { sent, ended } = work.stop()
          await serving.drain()
          // Letters that are being sent are finished before the mailer is closed.
          await sent
          await ground.close()
          await ended
        },
      }
    },
  )
}
