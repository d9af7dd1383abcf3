import type { Config } from '#server/app/config/config.ts'
import { openMail } from '#server/app/mail.ts'
import { openAuth } from '#server/app/sign-in/auth.ts'
import type { Metrics } from '#server/features/metrics/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { type Clock, followDatabaseClock } from '#server/lib/time/clock.ts'

/** Resources that every server process opens first. */
export interface Runtime {
  config: Config
  log: Log
  /** The database clock. */
  clock: Clock
  publicUrl: () => string
  database: Database
  /** Decrypts the secrets in the database and the links in emails. */
  cipher: SecretCipher
  auth: AuthContext
  mailer: Mailer
  /** The metrics of this process. If metrics are off, this is null and the code for metrics is not loaded. */
  metrics: Metrics | null
  /**
   * The URL on which the server listens. If the system assigns the port, the URL is known only after the server
   * listens.
   */
  place: { url: string }
  close(): Promise<void>
}

/** Opens these resources. If a resource fails to open, closes the resources that are already open. */
export async function openRuntime(
  config: Config,
  log: Log,
  openDatabase: (owner: string) => Promise<Database>,
): Promise<Runtime> {
  const place = { url: urlOf(config.host, config.port) }
  const publicUrl = () => config.publicUrl ?? place.url
  const database = await openDatabase(`process ${process.pid} on ${place.url}`)
  return undoOnFailure(
    logCloseErrors(log, () => database.close()),
    async () => {
      const time = await followDatabaseClock({ database, log })
      const { clock } = time
      return undoOnFailure(
        logCloseErrors(log, () => time.stop()),
        async () => {
          const auth = await openAuth({ config, database, clock, log, publicUrl })
          const mailer = openMail(config, log)
          const metrics = await openMetricsFor(config, database)
          return {
            config,
            log,
            clock,
            publicUrl,
            database,
            cipher: auth.cipher,
            auth,
            mailer,
            metrics,
            place,
            async close() {
              metrics?.stop()
              const ended = time.stop()
              mailer.close()
              // Closing the database interrupts a cleanup job that is still counting rows; the job counts them again
              // after the next start.
              await database.close()
              await ended
            },
          }
        },
      )
    },
  )
}

async function openMetricsFor({ metricsToken }: Config, database: Database): Promise<Metrics | null> {
  if (!metricsToken) return null
  const { openMetrics } = await import('#server/features/metrics/service.ts')
  return openMetrics('main', database)
}

/** Runs `work`. If `work` fails, runs `undo` and rethrows the error. */
export async function undoOnFailure<T>(undo: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await undo()
    throw error
  }
}

export const logCloseErrors = (log: Log, close: () => Promise<unknown>) => async () => {
  await close().catch((fault: unknown) => log.warn({ err: fault }, 'shutdown was not clean'))
}

/**
 * The URL to enter in a browser. If the server listens on all interfaces, the URL contains this machine's loopback
 * address.
 */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
