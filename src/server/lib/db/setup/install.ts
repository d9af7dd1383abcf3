import pg, { type ClientBase } from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { hasSchema, markOf } from './installed-schema.ts'
import type { Schema } from './schema-file.ts'

/** Any fixed number, known only here: it lets one server prepare a database at a time. */
const lockKey = 7_206_341_001

/** Runs SQL that changes nothing where its objects exist. */
export async function bootstrap(client: ClientBase, ...files: string[]): Promise<void> {
  await lockedTransaction(client, async () => {
    for (const sql of files) await client.query(sql)
  })
}

/**
 * Makes our tables in a database that has none, and records the schema, in one transaction. Several servers may run this at
 * once. Returns whether this call made them.
 */
export async function installSchema(client: ClientBase, schema: Schema): Promise<boolean> {
  return lockedTransaction(client, async () => {
    if (await hasSchema(client, schema)) return false
    await client.query(schema.sql).catch((error: Error & { position?: string }) => {
      const line = schema.sql.slice(0, Number(error.position ?? 0)).split('\n').length
      throw new DatabaseSetupError(`dist/schema.sql failed at line ${line}: ${error.message}`, {
        cause: error,
      })
    })
    await client.query(`comment on schema private is ${pg.escapeLiteral(markOf(schema))}`)
    return true
  })
}

/** Makes the index for the desk's search, or returns the reason why that is not allowed. */
export async function whySearchIsSlow(client: ClientBase): Promise<string | null> {
  const { rows } = await lockedTransaction(client, () =>
    client.query<{ reason: string | null }>('select private.index_search() as reason'),
  )
  return rows[0]?.reason ?? null
}

async function lockedTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    // Waiting for that lock does not bring this session's cache of the catalog up to date, opening a table does.
    // Without it, a schema that another server has just made would count as missing and be made again.
    await client.query('select from pg_catalog.pg_namespace limit 0')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
