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
  /** Ids by table, committed and not yet published. */
  const unpublished = new Map<string, unknown[]>()
  let isPublishing = false

  /**
   * One NOTIFY at a time; what is stored meanwhile goes with the next. If it fails, the desk and the outbox find the
   * rows by polling.
   */
  async function publish(): Promise<void> {
    if (isPublishing) return
    isPublishing = true
    for (const [table, ids] of unpublished) {
      unpublished.delete(table)
      await server
        .query('select private.publish_arrivals($1, $2)', [table, ids])
        .catch((error: unknown) => log.warn({ err: error }, 'what arrived could not be published'))
    }
    isPublishing = false
  }

  return {
    async store(table, sent) {
      const rows = sent.map(withId)
      const count = await insertRows(visitor, table, rows)
      if (count !== rows.length) throw new Error(`stored ${count} of ${rows.length} rows`)
      unpublished.set(table.name, [...(unpublished.get(table.name) ?? []), ...rows.map(({ id }) => id)])
      void publish()
    },
  }
}

/** The database's default for the id is replaced here, because publishing needs the id. */
const withId = (row: Row): Row => (Object.hasOwn(row, 'id') ? row : { ...row, id: randomUUID() })
