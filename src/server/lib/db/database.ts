import type pg from 'pg'
import { type Embedded, embeddedConnection, openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { type PreparationTarget, prepare } from '#server/lib/db/setup/prepare.ts'
import { checkPooler, waitUntilWritable } from '#server/lib/db/setup/requirements.ts'
import { withCursors } from './cursor.ts'
import { type ConnectionConfig, connectionConfigFor } from './database-url.ts'
import { DatabaseSetupError, DatabaseUnavailable, DataFolderInUse, unwrapConnectionLoss } from './errors.ts'
import { withListening } from './listen.ts'
import { connectOnce, embeddedLogin, embeddedOwner, findOtherOwner, ownerNeededMessage, readLogin } from './login.ts'
import { openPool } from './pool.ts'
import { transactionOn } from './transaction.ts'
import type { Database, Transaction } from './types.ts'

export {
  type DatabaseError,
  DatabaseSetupError,
  DatabaseUnreachable,
  DataFolderInUse,
  isDatabaseError,
  isDatabaseUnreachable,
} from './errors.ts'
export type {
  Cursor,
  CursorOptions,
  Database,
  Listener,
  ListenSubscription,
  RequestRole,
  Role,
  Transaction,
} from './types.ts'

export interface DatabaseOptions {
  /** The data folder of the embedded PostgreSQL; unused if `databaseUrl` is set. */
  dataDir: string
  /** The URL of the database connection that serves requests. */
  databaseUrl?: string
  /** The database URL with which the tables are created; its user owns the tables. The default is `databaseUrl`. */
  migrationUrl?: string
  /**
   * Describes this process to a second server that uses the same folder, such as 'process 1234 on
   * http://127.0.0.1:3000'.
   */
  owner: string
  log: (message: string, fields?: Record<string, unknown>) => void
  poolSize?: number
  /** If true, waits until a read-only database accepts writes; otherwise, refuses such a database. */
  waits?: boolean
}

/** Statement timeout for the owner of the tables. */
const ownerSeconds = 120

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options
  if (databaseUrl) {
    return openExternal(databaseUrl, options).catch((error: unknown) => Promise.reject(unwrapConnectionLoss(error)))
  }
  const embedded = await openEmbedded(options)
  try {
    await prepare(preparingEmbedded(embedded), options.log)
  } catch (error) {
    await embedded.close()
    throw unwrapConnectionLoss(error)
  }
  return databaseOverEmbedded(embedded, options)
}

async function openExternal(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { serving, preparing } = await readExternalDatabase(databaseUrl, options)
  await waitUntilWritable(serving, options)
  await checkPooler(() => connectOnce(serving))
  await prepare(preparing, options.log)
  return open(serving, options)
}

/**
 * Opens a database for a one-off command: the database of the server that uses this folder or, if no server runs, a
 * database that is started for the command.
 */
export async function openDatabaseForCommand(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const serving = { ...embeddedConnection(options.dataDir, options.log), user: embeddedLogin }
    return open(serving, options)
  }
}

/** Before a server starts, runs `work` in one transaction as the tables' owner, who bypasses policies and grants. */
export async function asOwner<T>(options: DatabaseOptions, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { databaseUrl } = options
  if (databaseUrl) {
    const { preparing } = await readExternalDatabase(databaseUrl, options)
    return prepareAndRun(preparing, options, work)
  }
  const embedded = await openEmbedded(options)
  try {
    return await prepareAndRun(preparingEmbedded(embedded), options, work)
  } finally {
    await embedded.close()
  }
}

async function prepareAndRun<T>(
  preparing: PreparationTarget,
  { log }: DatabaseOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await prepare(preparing, log)
  const client = await connectOnce(preparing.config)
  try {
    const owner = await findOtherOwner(client)
    if (owner !== null) throw new DatabaseSetupError(ownerNeededMessage(owner))
    if (preparing.isOurs) await client.query(`set role ${embeddedOwner}`)
    await client.query('begin')
    const result = await work(transactionOn(client, ownerSeconds))
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back all uncommitted changes.
    await client.end().catch(() => {})
  }
}

/** Returns the two logins for an external database, which may be the same. */
export async function readExternalDatabase(databaseUrl: string, { migrationUrl }: DatabaseOptions) {
  const serving = connectionConfigFor(databaseUrl)
  const login = await readLogin(serving)
  const preparing: PreparationTarget = migrationUrl
    ? { config: connectionConfigFor(migrationUrl), login, serving }
    : { config: serving, login }
  return { serving, preparing }
}

export const preparingEmbedded = ({ connection }: Embedded): PreparationTarget => ({
  config: { ...connection, user: 'postgres' },
  login: embeddedLogin,
  isOurs: true,
})

/** The embedded database's pool signs in as a role that owns nothing and can only switch to the roles of requests. */
function databaseOverEmbedded(embedded: Embedded, options: DatabaseOptions): Database {
  const database = guardOwnership(
    () => embedded.isOurs(),
    open({ ...embedded.connection, user: embeddedLogin }, options),
  )
  return {
    ...database,
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/** Rejects at once while the embedded database starts, or while another server owns it. */
function guardOwnership(isOurs: () => boolean, database: Database): Database {
  const assertOurs = () => {
    if (!isOurs()) throw new DatabaseUnavailable('the database is starting')
  }
  return {
    ...database,
    async transaction(...work) {
      assertOurs()
      return database.transaction(...work)
    },
    alone(...caller) {
      const each = database.alone(...caller)
      return {
        async query(...statement) {
          assertOurs()
          return each.query(...statement)
        },
      }
    },
    async cursor(...work) {
      assertOurs()
      return database.cursor(...work)
    },
    async ping() {
      assertOurs()
      return database.ping()
    },
  }
}

function open(config: ConnectionConfig, options: DatabaseOptions): Database {
  const named = poolConfig(config, options)
  return withCursors(withListening(openPool(named, options.log), named, options.log), named)
}

function poolConfig(config: ConnectionConfig, { poolSize, owner }: DatabaseOptions): ConnectionConfig & pg.PoolConfig {
  return { ...config, application_name: owner, ...(poolSize === undefined ? {} : { max: poolSize }) }
}
