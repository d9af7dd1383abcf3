import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { loadPacks } from '#server/features/packs/service.ts'
import { keepRelease } from '#server/features/pages/earlier-releases.ts'
import { type Keep, loadSite } from '#server/features/pages/service.ts'
import { openReplica, type Replica } from '#server/lib/db/replica.ts'
import { Readiness } from '#server/lib/http/readiness.ts'
import { buildApp } from './app.ts'
import { closing, type Ground, orElse, urlOf } from './ground.ts'
import { letterReading } from './mail.ts'
import { practiceOf } from './practice.ts'
import { readySettings } from './ready.ts'
import type { Scrape } from './scraping.ts'
import { siteValues } from './site-values.ts'

/** Requests in flight get this long before their connections are cut. */
const drainMilliseconds = 7000

export interface Serving {
  /** Says that it is not ready any more, and serves on until whoever watches has noticed. */
  turnOff(): Promise<void>
  /** Takes nothing new, and finishes the requests in flight. */
  drain(): Promise<void>
}

/** Reads site and packs and listens; `processes` is how many serve together, `scrape` gives the metrics of all of them. */
export async function serve(
  ground: Ground,
  siteFolder: string,
  processes = 1,
  scrape: Scrape | null = null,
): Promise<Serving> {
  const { config, log, clock, publicUrl, database, box, auth, mailer, metrics, tracing, rush, place } = ground
  const site = once(() => loadSite(siteFolder, siteValues(config, publicUrl()), keepReleases(ground)))
  const readiness = new Readiness(config.readyOffMilliseconds)
  const app = await buildApp({
    config,
    readiness,
    replica: replicaOf(ground),
    database,
    clock,
    log,
    site,
    packs: await loadPacks(join(siteFolder, '..', 'packs')),
    box,
    auth,
    letters: auth && letterReading(config, auth),
    ready: readySettings(config),
    practice: practiceOf(config),
    mailer,
    rush,
    publicUrl,
    processes,
    metrics,
    tracing,
    scrape,
  })
  return orElse(
    closing(log, () => app.close()),
    async () => {
      // From here on the start needs no database. If it goes away, requests and jobs deal with that.
      await app.listen({ host: config.host, port: config.port })
      place.url = urlOf(config.host, (app.server.address() as AddressInfo).port)
      await site()
      return { turnOff: () => readiness.turnOff(), drain: () => drain(app) }
    },
  )
}

/** The site is read when the port is known, at once; who asks meanwhile waits for the same reading. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

function replicaOf({ config, database, log, place }: Ground): Replica | null {
  const { replicaUrl: url, replicaSeconds: seconds } = config
  const owner = `process ${process.pid} on ${place.url}, the replica`
  return url === null || database === null
    ? null
    : openReplica({ url, primary: database, seconds, owner, log })
}

/** If files of earlier releases cannot be kept, tabs that came from one load their next view as a whole page. */
function keepReleases({ config, log, clock }: Ground): Keep {
  const folder = join(config.dataDir, 'releases')
  return (siteFolder, release) =>
    keepRelease({ siteFolder, release, folder, now: new Date(clock()) }).catch((error) => {
      log.warn({ err: error }, 'the files of this release cannot be kept for the tabs it will leave open')
      return undefined
    })
}

async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
  await app.close().finally(() => clearTimeout(timer))
}
