import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, placeOf } from '#server/app/config/config.ts'
import { makeOwnerLink } from '#server/features/auth-links/owner.ts'
import { makeRoom } from '#server/features/interactions/upkeep.ts'
import type { Site } from '#server/features/pages/service.ts'
import { DatabaseUnreachable, isAway, openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { closing, openRuntime, orElse } from './runtime.ts'
import { readEarly, serve } from './serve.ts'
import { requireBackupRights, startWork } from './work.ts'

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

/** Seconds to wait for a database that was never reached: it may be starting too, or its address is wrong. */
const unseenSeconds = 30
const pauseMilliseconds = 250

interface Witness {
  log: Log
  complain: (sentence: string) => void
}

/**
 * Repeats the work until the database stays available for all of it. A database that was reached once is waited for
 * without end, as a running server does; one that was never reached only for `seconds`.
 */
export async function whileAway<T>(
  { log, complain }: Witness,
  work: () => Promise<T>,
  seconds = unseenSeconds,
): Promise<T> {
  const since = performance.now()
  let wasSeen = false
  let wasAway = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      wasSeen ||= !(error instanceof DatabaseUnreachable)
      if (!wasSeen && performance.now() - since > seconds * 1000) throw error
      if (!wasAway) {
        log.warn({ err: error }, 'the database is away, so the start begins anew')
        const what = wasSeen ? 'The database went away' : (error as Error).message.replace(/\.?$/, '')
        complain(`${what}; trying again${wasSeen ? '' : ` for ${seconds} seconds`}.`)
      }
      wasAway = true
      await sleep(pauseMilliseconds)
    }
  }
}
