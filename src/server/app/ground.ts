import type { Metrics } from '#server/features/metrics/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { type Clock, systemClock } from '#server/lib/clock.ts'
import type { SecretBox } from '#server/lib/crypto/secret-box.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { followDatabaseClock } from '#server/lib/time/database-clock.ts'
import { openAuth } from './auth.ts'
import type { Config } from './config.ts'
import { openMail } from './mail.ts'
import { openBoxBesideProject } from './sealing.ts'

/** What every process of the server stands on, whatever it does. */
export interface Ground {
  config: Config
  log: Log
  /** The time by the clock of the database, where there is one. */
  clock: Clock
  /** Where people reach us. */
  publicUrl: () => string
  /** Null where a Supabase project has everything and lends us no database: then we serve pages alone. */
  database: Database | null
  /** Opens what is sealed in that database, and the links of letters. */
  box: SecretBox | null
  /** Null beside a Supabase project, whose own service keeps the accounts. */
  auth: AuthContext | null
  mailer: Mailer
  /** Counts what happens in this process; null, and not loaded, where nobody reads it. */
  metrics: Metrics | null
  /** Where we listen; a port of the system's choice is known only once we do. */
  place: { url: string }
  close(): Promise<void>
}

/** One on which letters are sent and rows looked after. */
export type WorkingGround = Ground & { database: Database; box: SecretBox }

export const mayWork = (ground: Ground): ground is WorkingGround =>
  ground.database !== null && ground.box !== null

/** Opens it; when that fails, what was opened is closed again. */
export async function openGround(
  config: Config,
  log: Log,
  openDatabase: (owner: string) => Promise<Database>,
): Promise<Ground> {
  const place = { url: urlOf(config.host, config.port) }
  const publicUrl = () => config.publicUrl ?? place.url
  if (config.supabaseUrl && !config.databaseUrl) return groundOfPages({ config, log, place, publicUrl })
  const database = await openDatabase(`process ${process.pid} on ${place.url}`)
  return orElse(
    closing(log, () => database.close()),
    async () => {
      const time = await followDatabaseClock({ database, log })
      const { clock } = time
      return orElse(
        closing(log, () => time.stop()),
        async () => {
          const auth = config.supabaseUrl ? null : await openAuth({ config, database, clock, log, publicUrl })
          const box = auth?.box ?? (await openBoxBesideProject(config, database))
          const mailer = openMail(config, log)
          const metrics = await openMetricsFor(config, database)
          return {
            config,
            log,
            clock,
            publicUrl,
            database,
            box,
            auth,
            mailer,
            metrics,
            place,
            async close() {
              metrics?.stop()
              const ended = time.stop()
              mailer.close()
              // Cuts off an upkeep that is still counting; the next start counts again.
              await database.close()
              await ended
            },
          }
        },
      )
    },
  )
}

async function groundOfPages(base: Pick<Ground, 'config' | 'log' | 'place' | 'publicUrl'>): Promise<Ground> {
  base.log.info(
    { project: base.config.supabaseUrl },
    'pages alone are served here: the project stores what visitors send, and no letter leaves; DATABASE_URL of its database changes that',
  )
  const mailer = openMail(base.config, base.log)
  const metrics = await openMetricsFor(base.config, null)
  return {
    ...base,
    clock: systemClock,
    database: null,
    box: null,
    auth: null,
    mailer,
    metrics,
    async close() {
      metrics?.stop()
      mailer.close()
    },
  }
}

async function openMetricsFor({ metrics }: Config, database: Database | null): Promise<Metrics | null> {
  if (!metrics) return null
  const { openMetrics } = await import('#server/features/metrics/service.ts')
  return openMetrics('main', database)
}

/** Does the work. If it fails, what was opened before it is closed, and then the error is thrown. */
export async function orElse<T>(undo: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await undo()
    throw error
  }
}

/** Closes what a failed start has opened. */
export const closing = (log: Log, close: () => Promise<unknown>) => async () => {
  await close().catch((fault: unknown) => log.warn({ err: fault }, 'not closed in order'))
}

/** The address to type into a browser: 'every interface' is not one, this machine is. */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
