import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { loadPacks } from '#server/features/packs/service.ts'
import { keepRelease } from '#server/features/pages/earlier-releases.ts'
import { type Keep, loadSite } from '#server/features/pages/service.ts'
import { buildApp } from './app.ts'
import { closing, type Ground, orElse, urlOf } from './ground.ts'
import { letterReading } from './mail.ts'

/** Requests in flight get this long before their connections are cut. */
const drainMilliseconds = 7000

export interface Serving {
  /** Takes nothing new, and finishes the requests in flight. */
  drain(): Promise<void>
}

/** Reads site and packs and listens; `processes` is how many serve together. */
export async function serve(ground: Ground, siteFolder: string, processes = 1): Promise<Serving> {
  const { config, log, database, auth, mailer, rush, place } = ground
  const site = once(() =>
    loadSite(
      siteFolder,
      {
        publicUrl: auth.publicUrl(),
        publishableKey: config.publishableKey,
        supabaseUrl: config.supabaseUrl,
        idleHours: config.auth.idleHours,
        passwordRule: config.auth.passwordRule,
        formProof: config.formProof,
      },
      keepReleases(ground),
    ),
  )
  const app = await buildApp({
    config,
    database,
    clock: auth.clock,
    log,
    site,
    packs: await loadPacks(join(siteFolder, '..', 'packs')),
    auth,
    letters: letterReading(config, auth),
    mailer,
    rush,
    publicUrl: auth.publicUrl,
    processes,
  })
  return orElse(
    closing(log, () => app.close()),
    async () => {
      // From here on the start needs no database. If it goes away, requests and jobs deal with that.
      await app.listen({ host: config.host, port: config.port })
      place.url = urlOf(config.host, (app.server.address() as AddressInfo).port)
      await site()
      return { drain: () => drain(app) }
    },
  )
}

/** The site is read when the port is known, at once; who asks meanwhile waits for the same reading. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** If files of earlier releases cannot be kept, tabs that came from one load their next view as a whole page. */
function keepReleases({ config, log, auth }: Ground): Keep {
  const folder = join(config.dataDir, 'releases')
  return (siteFolder, release) =>
    keepRelease({ siteFolder, release, folder, now: new Date(auth.clock()) }).catch((error) => {
      log.warn({ err: error }, 'the files of this release cannot be kept for the tabs it will leave open')
      return undefined
    })
}

async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
  await app.close().finally(() => clearTimeout(timer))
}
