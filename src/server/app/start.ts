import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { makeOwnerLink } from '#server/features/auth-owner/service.ts'
import { startAuthUpkeep } from '#server/features/auth-sessions/upkeep.ts'
import { makeRoom, startUpkeep } from '#server/features/interactions/upkeep.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { keepRelease } from '#server/features/pages/earlier-releases.ts'
import { type Keep, loadSite } from '#server/features/pages/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { followDatabaseClock } from '#server/lib/time/database-clock.ts'
import { buildApp } from './app.ts'
import { openAuth } from './auth.ts'
import { type Config, placeOf } from './config.ts'
import { letterReading, openMail, startSending } from './letters.ts'
import { whileAway } from './while-away.ts'

export interface Running {
  url: string
  /** Where somebody becomes the owner; null when there is one. */
  ownerLink: string | null
  /** Finishes the requests in flight, then closes everything that `start` opened. */
  stop(): Promise<void>
}

/** Requests in flight get this long before their connections are cut. */
const drainMilliseconds = 7000

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
  return whileAway({ log, complain }, () => startOnce(config, siteFolder, log))
}

async function startOnce(config: Config, siteFolder: string, log: Log): Promise<Running> {
  const wanted = urlOf(config.host, config.port)
  const database = await openDatabase({
    ...placeOf(config),
    owner: `process ${process.pid} on ${wanted}`,
    log: (message, fields) => log.info(fields ?? {}, message),
    waits: true,
  })
  const opened: (() => Promise<unknown>)[] = [() => database.close()]
  try {
    const time = await followDatabaseClock({ database, log })
    opened.unshift(() => time.stop())
    const { clock } = time
    let url = wanted
    const publicUrl = () => config.publicUrl ?? url
    const site = once(() =>
      loadSite(
        siteFolder,
        {
          publicUrl: publicUrl(),
          publishableKey: config.publishableKey,
          supabaseUrl: config.supabaseUrl,
          idleHours: config.auth.idleHours,
          passwordRule: config.auth.passwordRule,
          formProof: config.formProof,
        },
        keepReleases(config.dataDir, log, clock),
      ),
    )
    const packs = await loadPacks(join(siteFolder, '..', 'packs'))
    const auth = await openAuth({ config, database, clock, log, publicUrl })
    await makeRoom(database)
    const mailer = openMail(config, log)
    const app = await buildApp({
      config,
      database,
      clock,
      log,
      site,
      packs,
      auth,
      letters: letterReading(config, auth),
      mailer,
      publicUrl,
    })
    opened.unshift(() => app.close())
    const ownerLink = await makeOwnerLink(auth)
    // From here on nothing needs the database: one that goes away is a matter for requests and jobs.
    await app.listen({ host: config.host, port: config.port })
    url = urlOf(config.host, (app.server.address() as AddressInfo).port)
    await site()
    const jobs = [
      startUpkeep({ database, keepDays: config.interactionDays, log }),
      startAuthUpkeep(auth),
      time,
    ]
    const sending = startSending(config, auth, mailer)
    return {
      url,
      ownerLink: ownerLink === null ? null : ownerLink(publicUrl()),
      async stop() {
        const ended = Promise.all(jobs.map((job) => job.stop()))
        const sent = sending.stop()
        await drain(app)
        // Letters under way end before what carries them.
        await sent
        mailer.close()
        // Cuts off an upkeep that is still counting; the next start counts again.
        await database.close()
        await ended
      },
    }
  } catch (error) {
    for (const close of opened) {
      await close().catch((fault: unknown) => log.warn({ err: fault }, 'not closed in order'))
    }
    throw error
  }
}

/** The address to type into a browser: 'every interface' is not one, this machine is. */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The site is read when the port is known, at once; who asks meanwhile waits for the same reading. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Where nothing can be kept, tabs of an earlier release load their next view as a page. */
function keepReleases(dataDir: string, log: Log, clock: Clock): Keep {
  return (siteFolder, release) =>
    keepRelease({ siteFolder, release, folder: join(dataDir, 'releases'), now: new Date(clock()) }).catch(
      (error) => {
        log.warn({ err: error }, 'the files of this release cannot be kept for the tabs it will leave open')
        return undefined
      },
    )
}

async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
  await app.close().finally(() => clearTimeout(timer))
}
