import pg from 'pg'
import { withCursors } from './cursor.ts'
import { type Embedded, embeddedConnection, openEmbedded } from './embedded.ts'
import { DatabaseSetupError, DatabaseUnavailable, DataFolderInUse } from './errors.ts'
import { withListening } from './listen.ts'
import { bootstrap, migrate, whySearchIsSlow } from './migrate.ts'
import { readBootstrap, readMigrations } from './migration-files.ts'
import { openPool, transactionOn } from './pool.ts'
import { checkRoles, checkServer } from './requirements.ts'
import type { Database, Transaction } from './types.ts'

export { type DatabaseError, DatabaseSetupError, DataFolderInUse, isDatabaseError } from './errors.ts'
export type {
  Cursor,
  CursorOptions,
  Database,
  Listener,
  Listening,
  RequestRole,
  Role,
  Transaction,
} from './types.ts'

export interface DatabaseOptions {
  /** Where the embedded PostgreSQL keeps its data; unused with `databaseUrl`. */
  dataDir: string
  databaseUrl?: string
  /**
   * Who we are, named to a second server refused on the same folder: 'process 1234 on http://127.0.0.1:3000'.
   */
  owner: string
  log: (message: string, fields?: Record<string, unknown>) => void
  poolSize?: number
}

/** A statement of the owner may take so long. */
const ownerSeconds = 120

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openAt({ connectionString: options.databaseUrl }, options)
  const embedded = await openEmbedded(options)
  try {
    await prepare({ ...embedded.connection, user: 'postgres' }, options.log)
  } catch (error) {
    await embedded.close()
    throw error
  }
  return overEmbedded(embedded, options)
}

/**
 * For a command that works once and ends: the database of the server that runs on this folder, or, where none does,
 * our own for as long as the command takes.
 */
export async function openDatabaseBeside(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return open({ ...embeddedConnection(options.dataDir, options.log), user: 'authenticator' }, options)
  }
}

/**
 * Runs `work` in one transaction as the owner of the tables, past policies and grants, and closes what it opened: for
 * what fills a database before anybody is served from it.
 */
export async function asOwner<T>(
  options: DatabaseOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (options.databaseUrl) return prepareAndRun({ connectionString: options.databaseUrl }, options, work)
  const embedded = await openEmbedded(options)
  try {
    return await prepareAndRun({ ...embedded.connection, user: 'postgres' }, options, work)
  } finally {
    await embedded.close()
  }
}

async function prepareAndRun<T>(
  config: pg.ClientConfig,
  { log }: DatabaseOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await prepare(config, log)
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(transactionOn(client, ownerSeconds))
    await client.query('commit')
    return result
  } finally {
    // Whatever has not been committed ends with the connection.
    await client.end().catch(() => {})
  }
}

async function openAt(config: pg.ClientConfig, options: DatabaseOptions): Promise<Database> {
  await prepare(config, options.log)
  return open(config, options)
}

/** The embedded database: its pool signs in as a role that owns nothing and may only become the roles of requests. */
function overEmbedded(embedded: Embedded, options: DatabaseOptions): Database {
  const pool = open({ ...embedded.connection, user: 'authenticator' }, options)
  const assertOurs = () => {
    if (!embedded.isOurs()) throw new DatabaseUnavailable('the database is starting')
  }
  return {
    ...pool,
    async transaction(...work) {
      assertOurs()
      return pool.transaction(...work)
    },
    alone(...caller) {
      const each = pool.alone(...caller)
      return {
        async query(...statement) {
          assertOurs()
          return each.query(...statement)
        },
      }
    },
    async cursor(...work) {
      assertOurs()
      return pool.cursor(...work)
    },
    async ping() {
      assertOurs()
      await pool.ping()
    },
    async close() {
      await pool.close()
      await embedded.close()
    },
  }
}

function open(config: pg.ClientConfig, options: DatabaseOptions): Database {
  const named = poolConfig(config, options)
  return withCursors(withListening(openPool(named, options.log), named, options.log), named)
}

function poolConfig(config: pg.ClientConfig, { poolSize, owner }: DatabaseOptions): pg.PoolConfig {
  return { ...config, application_name: owner, ...(poolSize === undefined ? {} : { max: poolSize }) }
}

/** Everything that must be true before the first request. */
async function prepare(config: pg.ClientConfig, log: DatabaseOptions['log']): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseSetupError(`The database cannot be reached: ${(error as Error).message}`, {
      cause: error,
    })
  }
  try {
    await checkServer(client)
    const fault = await bootstrap(client, readBootstrap()).catch((error: Error) => error)
    // Where the user may not make the roles, a superuser may have: what counts is that they are there.
    await checkRoles(client)
    if (fault) {
      throw new DatabaseSetupError(
        `supabase/bootstrap.sql failed, let a superuser run it: ${fault.message}`,
        {
          cause: fault,
        },
      )
    }
    const applied = await migrate(client, readMigrations())
    if (applied.length > 0) log('the database schema is up to date', { applied })
    const reason = await whySearchIsSlow(client)
    if (reason !== null) {
      log('the search of the desk looks at every row: let a superuser run "create extension pg_trgm"', {
        reason,
      })
    }
  } finally {
    await client.end().catch(() => {})
  }
}
