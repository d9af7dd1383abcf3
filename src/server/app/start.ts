import { makeOwnerLink } from '#server/features/auth-owner/service.ts'
import { makeRoom } from '#server/features/interactions/upkeep.ts'
import type { Counted, ScrapeListener } from '#server/features/metrics/service.ts'
import { poolSizeFor } from '#server/lib/db/allowance.ts'
import { type DatabaseOptions, openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Config, placeOf } from './config.ts'
import { closing, type Ground, mayWork, openGround, orElse } from './ground.ts'
import { requireBackupRights } from './scheduled-backups.ts'
import { openScrape, openScrapeAddress, type Scrape } from './scraping.ts'
import { readEarly, type Serving, serve } from './serve.ts'
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
  const early = readEarly(config, siteFolder)
  return whileAway({ log, complain }, () =>
    startOn(config, log, {}, (ground, scrape) => serve(ground, { siteFolder, early, scrape })),
  )
}

/**
 * Brings the database up to date, does what is done once, starts what answers requests, and does the server's own
 * work in this process. `countOthers` gives what other processes of this server have counted.
 */
export async function startOn(
  config: Config,
  log: Log,
  change: Partial<DatabaseOptions>,
  openDoors: (ground: Ground, scrape: Scrape | null) => Promise<Serving>,
  countOthers?: () => Promise<Counted[]>,
): Promise<Running> {
  const ground = await openGround(config, log, (owner) =>
    openDatabase({
      ...placeOf(config),
      owner,
      log: (message, fields) => log.info(fields ?? {}, message),
      waits: true,
      ...(config.poolSize && { poolSize: config.poolSize }),
      ...change,
    }),
  )
  let scrapes: ScrapeListener | null = null
  return orElse(
    closing(log, async () => {
      await scrapes?.close()
      await ground.close()
    }),
    async () => {
      if (ground.database) {
        // Several processes are counted together, by whoever starts them.
        if (config.poolSize && config.processes === 1) await poolSizeFor(ground.database, 1, config.poolSize)
        await makeRoom(ground.database)
      }
      if (mayWork(ground)) await requireBackupRights(ground)
      const scrape = await openScrape(ground, countOthers)
      const ownerLink = ground.auth && (await makeOwnerLink(ground.auth))
      scrapes = await openScrapeAddress(ground, scrape)
      const serving = await openDoors(ground, scrape)
      const work = mayWork(ground) ? startWork(ground) : null
      return {
        url: ground.place.url,
        ownerLink: ownerLink === null ? null : ownerLink(ground.publicUrl()),
        async stop() {
          await serving.turnOff()
          const working = work?.stop()
          await serving.drain()
          // Letters that are being sent are finished before the mailer is closed.
          await working?.sent
          await scrapes?.close()
          await ground.close()
          await working?.ended
        },
      }
    },
  )
}
