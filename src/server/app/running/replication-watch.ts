import { type Replication, readReplication } from '#server/lib/db/replication.ts'
import { type Repeated, repeat } from '#server/lib/repeat.ts'
import type { Runtime } from './runtime.ts'

const lookEvery = 60_000

const warning =
  'The database replicates asynchronously: a failover may lose bookings that were acknowledged. Set ' +
  'synchronous_standby_names in PostgreSQL.'

/** Logs when the operator's own database begins to replicate without waiting for a standby, and when it waits again. */
export function watchReplication(
  { config, database, log }: Pick<Runtime, 'database' | 'log'> & { config: { databaseUrl: string | null } },
  milliseconds = lookEvery,
): Repeated {
  if (!config.databaseUrl) return { stop: async () => {} }
  let last: Replication = 'none'
  return repeat('replication', milliseconds, log, async () => {
    const now = await readReplication(database)
    if (now === 'asynchronous' && last !== now) log.warn(warning)
    if (now === 'synchronous' && last === 'asynchronous')
      log.info('The database replicates synchronously again.')
    last = now
  })
}
