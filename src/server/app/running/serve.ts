import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app/app.ts'
import type { Config } from '#server/app/config/config.ts'
import { practiceOf, readySettings, siteValues } from '#server/app/feature-settings.ts'
import { letterDeskSources, recordMailService } from '#server/app/mail.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { keepRelease } from '#server/features/pages/earlier-releases.ts'
import { loadSite, type Site } from '#server/features/pages/service.ts'
import { renderInWorker } from '#server/features/publishing/rendering.ts'
import { openPublishing } from '#server/features/publishing/service.ts'
import { watchDisk } from '#server/lib/disk.ts'
import { Readiness } from '#server/lib/http/readiness.ts'
import { type RepeatedJob, repeat } from '#server/lib/time/repeat.ts'
import { logCloseErrors, type Runtime, undoOnFailure, urlOf } from './runtime.ts'

/** A publication on another server, and a changed setting, appear within this time and the time that rendering takes. */
const followMilliseconds = 2000

/** Milliseconds for which requests in flight can continue before their connections are closed. */
const drainMilliseconds = 7000

export interface Serving {
  /** Reports that the server is no longer ready, and serves requests until load balancers have noticed. */
  turnOff(): Promise<void>
  /** Accepts no new requests, and finishes those in flight. */
  drain(): Promise<void>
}

interface ServeOptions {
  siteFolder: string
  /** The site, if `readEarly` has already begun to read it. */
  early?: Promise<Site> | null
}

/**
 * Reads the site and compresses its pages in other threads while the database is being opened. Returns null if the
 * pages contain a port that the system has not assigned yet.
 */
export function readEarly(config: Config, siteFolder: string): Promise<Site> | null {
  const { publicUrl, host, port } = config
  if (publicUrl === null && port === 0) return null
  const site = loadSite(siteFolder, siteValues(config, publicUrl ?? urlOf(host, port)))
  // The error is thrown when the site is awaited.
  site.catch(() => {})
  return site
}

export async function serve(runtime: Runtime, { siteFolder, early = null }: ServeOptions): Promise<Serving> {
  const { config, log, clock, publicUrl, database, cipher, auth, mailer, metrics, place } = runtime
  const built = once(async () => {
    const read = await (early ?? loadSite(siteFolder, siteValues(config, publicUrl())))
    return { ...read, earlier: await earlierReleases(runtime, siteFolder, read.release) }
  })
  const publishing = openPublishing({ database, log, built, render: renderInWorker })
  await recordMailService(database, config)
  const readiness = new Readiness(config.readyOffMilliseconds)
  // If an operator runs the database, this server cannot measure the database's disk.
  const disk = config.databaseUrl ? null : watchDisk(config.dataDir, log)
  const app = await buildApp({
    config,
    readiness,
    isDiskNearlyFull: disk?.isNearlyFull,
    database,
    clock,
    log,
    site: publishing.site,
    publishing,
    packs: await loadPacks(join(siteFolder, '..', 'packs')),
    cipher,
    auth,
    letters: letterDeskSources(config, auth),
    ready: readySettings(config),
    practice: practiceOf(config),
    mailer,
    publicUrl,
    metrics,
    scrape: metrics?.openScrape(database, log) ?? null,
  })
  app.addHook('onClose', () => disk?.stop())
  let following: RepeatedJob | undefined
  app.addHook('onClose', () => following?.stop())
  return undoOnFailure(
    logCloseErrors(log, () => app.close()),
    async () => {
      // Requests and jobs can handle the loss of the database from this point on.
      await app.listen({ host: config.host, port: config.port })
      place.url = urlOf(config.host, (app.server.address() as AddressInfo).port)
      await publishing.site()
      following = repeat('publishing', followMilliseconds, log, publishing.refresh)
      return { turnOff: () => readiness.turnOff(), drain: () => drain(app) }
    },
  )
}

/** The site is read once the port is known; requests that arrive earlier wait for it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * If files from earlier releases cannot be stored, tabs that still run those releases load their next view as a full
 * page.
 */
async function earlierReleases(
  { config, log, clock }: Runtime,
  siteFolder: string,
  release: string,
): Promise<Site['earlier']> {
  const folder = join(config.dataDir, 'releases')
  try {
    return (await keepRelease({ siteFolder, release, folder, now: new Date(clock()) })).file
  } catch (error) {
    log.warn({ err: error }, 'release files could not be kept for open tabs')
    return async () => undefined
  }
}

async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
  await app.close().finally(() => clearTimeout(timer))
}
