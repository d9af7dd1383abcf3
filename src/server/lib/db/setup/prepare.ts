import pg, { type ClientBase } from 'pg'
import type { Way } from '#server/lib/db/database-url.ts'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { checkSamePlace, connectOnce, embeddedOwner, mayOwn, ownerBeside } from '#server/lib/db/login.ts'
import { checkAccounts, checkAccountsMine, checkRoles, checkServer, whyNotMine } from './requirements.ts'
import {
  hasSchema,
  markOf,
  readAdministrator,
  readBootstrap,
  readEmbedded,
  readSchema,
  type Schema,
} from './schema.ts'

/** The connection that prepares the database, and the login that it does so for. */
export interface Preparing {
  config: Way
  /** The role that serves requests; empty for the owner of the database. */
  login: string
  /** Whether no other program works on this PostgreSQL. */
  isOurs?: boolean
  /** The address that serves requests, when it is another one. */
  serving?: Way
}

type Log = (message: string, fields?: Record<string, unknown>) => void

/** PostgreSQL's error code for a missing right. */
const notAllowed = '42501'

/** Any fixed number, known only here: it lets one server prepare a database at a time. */
const lockKey = 7_206_341_001

/** Everything that must be true before the first request. */
export async function prepare(preparing: Preparing, log: Log): Promise<void> {
  const { config, login, serving } = preparing
  const client = await connectOnce(config)
  try {
    await checkServer(client)
    if (serving) await checkSamePlace(client, serving)
    await checkAccounts(client)
    const schema = readSchema()
    await hasSchema(client, schema)
    const owner = await ownerBeside(client)
    if (owner === null) await prepareAsOwner(client, preparing, schema, log)
    else await checkRoles(client, login)
    if (owner === null && (await mayOwn(client, login))) {
      log(
        'DATABASE_URL signs in as the owner of the tables: give it a user who owns nothing, see MIGRATION_URL',
        {
          user: login,
        },
      )
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function prepareAsOwner(
  client: pg.Client,
  preparing: Preparing,
  schema: Schema,
  log: Log,
): Promise<void> {
  const { login, isOurs = false } = preparing
  const fault = await bootstrap(client, readAdministrator(login)).catch((error: Error) => error)
  // The user may lack the right to make the roles while an administrator has made them: only their existence counts.
  await checkRoles(client, login)
  if (fault) throw fault
  if (isOurs) {
    await bootstrap(client, readEmbedded())
    await client.query(`set role ${embeddedOwner}`)
  }
  await bootstrap(client, readBootstrap()).catch(async (error: Error & { code?: string }) => {
    if (error.code !== notAllowed) throw error
    throw new DatabaseSetupError(await whyNotMine(client, error), { cause: error })
  })
  await checkAccountsMine(client)
  if (await installSchema(client, schema)) log('database schema installed', { digest: schema.digest })
  const reason = await whySearchIsSlow(client)
  if (reason !== null) {
    log('the search of the desk looks at every row: let a superuser run "create extension pg_trgm"', {
      reason,
    })
  }
}

/** Runs SQL that changes nothing where its objects exist. */
async function bootstrap(client: ClientBase, sql: string): Promise<void> {
  await lockedTransaction(client, () => client.query(sql))
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
