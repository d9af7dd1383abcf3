import pg, { type ClientBase } from 'pg'
import type { ConnectionConfig } from '#server/lib/db/database-url.ts'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { canOwnTables, checkSameDatabase, connectOnce, embeddedOwner, findOtherOwner } from '#server/lib/db/login.ts'
import { checkAccounts, checkAccountsOwner, checkRoles, checkServer, missingRightsMessage } from './requirements.ts'
import {
  hasSchema,
  readAdministrator,
  readBootstrap,
  readEmbedded,
  readSchema,
  type Schema,
  schemaMark,
} from './schema.ts'

/** The connection that prepares the database, and the login that will serve requests. */
export interface PreparationTarget {
  config: ConnectionConfig
  /** The role that serves requests; empty for the owner of the database. */
  login: string
  /** True if no other program uses this PostgreSQL. */
  isOurs?: boolean
  /**
   * The settings of the connection that serves requests, if it differs from the connection that prepares the database.
   */
  serving?: ConnectionConfig
}

type Log = (message: string, fields?: Record<string, unknown>) => void

/** PostgreSQL's error code if the user lacks a right. */
const notAllowed = '42501'

/** An arbitrary constant. Only one server at a time may prepare a database. */
const lockKey = 7_206_341_001

/** Checks and creates everything that requests need. */
export async function prepare(preparing: PreparationTarget, log: Log): Promise<void> {
  const { config, login, serving } = preparing
  const client = await connectOnce(config)
  try {
    await checkServer(client)
    if (serving) await checkSameDatabase(client, serving)
    await checkAccounts(client)
    const schema = readSchema()
    await hasSchema(client, schema)
    const owner = await findOtherOwner(client)
    if (owner === null) await prepareAsOwner(client, preparing, schema, log)
    else await checkRoles(client, login)
    if (owner === null && (await canOwnTables(client, login))) {
      log('database user owns the tables: use it for MIGRATION_URL only', {
        user: login,
      })
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function prepareAsOwner(
  client: pg.Client,
  preparing: PreparationTarget,
  schema: Schema,
  log: Log,
): Promise<void> {
  const { login, isOurs = false } = preparing
  const fault = await bootstrap(client, readAdministrator(login)).catch((error: Error) => error)
  // The user may lack the right to create the roles. The missing right does not matter if an administrator has already
  // created the roles.
  await checkRoles(client, login)
  if (fault) throw fault
  if (isOurs) {
    await bootstrap(client, readEmbedded())
    await client.query(`set role ${embeddedOwner}`)
  }
  await bootstrap(client, readBootstrap()).catch(async (error: Error & { code?: string }) => {
    if (error.code !== notAllowed) throw error
    throw new DatabaseSetupError(await missingRightsMessage(client, error), { cause: error })
  })
  await checkAccountsOwner(client)
  if (await installSchema(client, schema)) log('database schema installed', { digest: schema.digest })
  const reason = await whySearchIsSlow(client)
  if (reason !== null) {
    log('desk search is slow: run "create extension pg_trgm" as superuser', {
      reason,
    })
  }
}

/** Runs SQL that changes nothing if the objects already exist. */
async function bootstrap(client: ClientBase, sql: string): Promise<void> {
  await lockedTransaction(client, () => client.query(sql))
}

/**
 * Creates our tables in a database that has none, and records the schema, in one transaction. Several servers can
 * call this at the same time. Returns true if this call created the tables.
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
    await client.query(`comment on schema private is ${pg.escapeLiteral(schemaMark(schema))}`)
    return true
  })
}

/** Creates the index for the desk's search, or returns the reason why the index cannot be created. */
async function whySearchIsSlow(client: ClientBase): Promise<string | null> {
  const { rows } = await lockedTransaction(client, () =>
    client.query<{ reason: string | null }>('select private.index_search() as reason'),
  )
  return rows[0]?.reason ?? null
}

async function lockedTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    // Waiting for the lock does not refresh this session's catalog cache, but opening a table does. Without a
    // refresh, a schema that another server has just created would seem to be missing and would be created again.
    await client.query('select from pg_catalog.pg_namespace limit 0')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
