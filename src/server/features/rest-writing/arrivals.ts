import { randomUUID } from 'node:crypto'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Row } from '#server/lib/query-grammar/types.ts'
import type { TablePolicy } from './policy.ts'
import { insertRows } from './queries.ts'

/** The only place that stores bookings and messages. */
export interface Arrivals {
  /** Stores the rows of one request, all or none, and publishes them after the commit. */
  store(table: TablePolicy, rows: readonly Row[]): Promise<void>
}

/**
 * A NOTIFY holds a lock of the whole database until its transaction is flushed, so that all notifying transactions
 * commit one after the other. With the claim `publishes` the database leaves the NOTIFY to us, after the commit.
 */
const publishing = { role: 'anon', publishes: true } as const

export function openArrivals(database: Database, log: Pick<Log, 'warn'>): Arrivals {
  const visitor = database.alone('anon', publishing)
  const server = database.alone('backline_outbox', {})

  /** If it fails, the desk and the outbox find the rows by polling. */
  async function publish({ name }: TablePolicy, ids: readonly unknown[]): Promise<void> {
    await server
      .query('select private.publish_arrivals($1, $2)', [name, ids])
      .catch((error: unknown) => log.warn({ err: error }, 'what arrived could not be published'))
  }

  return {
    async store(table, sent) {
      const rows = sent.map(withId)
      const count = await insertRows(visitor, table, rows)
      if (count !== rows.length) throw new Error(`stored ${count} of ${rows.length} rows`)
      void publish(
        table,
        rows.map(({ id }) => id),
      )
    },
  }
}

/** The database's default for the id is replaced here, because publishing needs the id. */
const withId = (row: Row): Row => (Object.hasOwn(row, 'id') ? row : { ...row, id: randomUUID() })
