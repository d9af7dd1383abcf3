import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, databaseOptionsOf } from '#server/app/config/config.ts'
import { createOwnerLink } from '#server/features/auth-links/owner.ts'
import { createPartitions } from '#server/features/interactions/cleanup.ts'
import type { Site } from '#server/features/pages/service.ts'
import { DatabaseUnreachable, isDatabaseUnreachable, openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { logCloseErrors, openRuntime, undoOnFailure } from './runtime.ts'
import { readEarly, serve } from './serve.ts'
import { requireBackupRights, startWork } from './work.ts'

export interface Running {
  url: string
  /** The link that creates the first owner; null if an owner exists. */
  ownerLink: string | null
  /**
   * Finishes the requests in flight, then closes everything that `start` opened. If `isAnnounced`, first gives
   * reverse proxies time to notice.
   */
  stop(isAnnounced?: boolean): Promise<void>
}

/**
 * Opens the database, and listens when everything is ready. Reports the outage with `complain` and retries if the
 * database becomes unavailable before the server listens. If the start fails, closes everything opened so far.
 */
export function start(
  config: Config,
  siteFolder: string,
  log: Log,
  complain: (sentence: string) => void = () => {},
): Promise<Running> {
  const early = readEarly(config, siteFolder)
  return retryWhileUnavailable({ log, complain }, () => startOnce(config, siteFolder, log, early))
}

/** Prepares the database, serves requests, and then starts the background jobs. */
async function startOnce(config: Config, siteFolder: string, log: Log, early: Promise<Site> | null): Promise<Running> {
  const runtime = await openRuntime(config, log, (owner) =>
    openDatabase({
      ...databaseOptionsOf(config),
      owner,
      log: (message, fields) => log.info(fields ?? {}, message),
      waits: true,
      poolSize: config.poolSize,
    }),
  )
  return undoOnFailure(
    logCloseErrors(log, () => runtime.close()),
    async () => {
      await createPartitions(runtime.database)
      await requireBackupRights(runtime)
      const ownerLink = await createOwnerLink(runtime.auth)
      const serving = await serve(runtime, { siteFolder, early })
      const work = startWork(runtime)
      return {
        url: runtime.place.url,
        ownerLink: ownerLink === null ? null : ownerLink(runtime.publicUrl()),
        async stop(isAnnounced = true) {
          if (isAnnounced) await serving.turnOff()
          const working = work.stop()
          await serving.drain()
          // The mailer is closed only after the emails in flight are sent.
          await working.sent
          await runtime.close()
          await working.ended
        },
      }
    },
  )
}

/**
 * Seconds to wait for a database that has never been reached: the database may still be starting, or its URL may be
 * wrong.
 */
const unreachableSeconds = 30
const pauseMilliseconds = 250

interface StartReporter {
  log: Log
  complain: (sentence: string) => void
}

/**
 * Repeats the work until the database stays available throughout. Before the first connection, waits only `seconds` for
 * the database; afterward, waits indefinitely, as a running server does.
 */
export async function retryWhileUnavailable<T>(
  { log, complain }: StartReporter,
  work: () => Promise<T>,
  seconds = unreachableSeconds,
): Promise<T> {
  const since = performance.now()
  let wasSeen = false
  let wasAway = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error
      wasSeen ||= !(error instanceof DatabaseUnreachable)
      if (!wasSeen && performance.now() - since > seconds * 1000) throw error
      if (!wasAway) {
        log.warn({ err: error }, 'database unavailable, retrying startup')
        const what = wasSeen ? 'The database connection was lost' : (error as Error).message.replace(/\.?$/, '')
        complain(`${what}; trying again${wasSeen ? '' : ` for ${seconds} seconds`}.`)
      }
      wasAway = true
      await sleep(pauseMilliseconds)
    }
  }
}
