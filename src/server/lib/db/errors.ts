import type { ClientBase } from 'pg'
import pg from 'pg'

/** An error from the database or from the connection to it. `code` identifies the error. */
export interface DatabaseError extends Error {
  /** The SQLSTATE; '08006' if the database is unreachable, 'PGRST003' if no connection became available in time. */
  code: string
  detail?: string | undefined
  hint?: string | undefined
  column?: string | undefined
  constraint?: string | undefined
  table?: string | undefined
  /** The function in PostgreSQL's source that raised the error. */
  routine?: string | undefined
}

/**
 * The database is down or starting, or the connection broke. A commit that was running may or may not have succeeded.
 */
export class DatabaseUnavailable extends Error {
  readonly code = '08006'
  override name = 'DatabaseUnavailable'
}

/** Thrown if all connections stayed busy until the timeout. */
export class PoolExhausted extends Error {
  readonly code = 'PGRST003'
  override name = 'PoolExhausted'
}

/** Thrown if another server uses the data folder. The message names that server. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/** Thrown if the database cannot be used as it is. The message tells the operator what to change. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError'
}

/**
 * Thrown if no server responds at the database URL. The database may still be starting, or the database URL may be
 * wrong.
 */
export class DatabaseUnreachable extends DatabaseSetupError {
  override name = 'DatabaseUnreachable'
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable || error instanceof PoolExhausted
}

/**
 * Turns an error into one of the classes above. The driver reports a lost connection in several ways: as a socket
 * error, as an error that has only a message, or as one of the server's shutdown codes (57P0x).
 */
export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const leaving = error.code === '57P01' || error.code === '57P02' || error.code === '57P03'
    return leaving ? new DatabaseUnavailable(error.message, { cause: error }) : error
  }
  if (!(error instanceof Error) || isDatabaseError(error)) return error
  if (error.message === 'timeout exceeded when trying to connect') {
    return new PoolExhausted('timed out waiting for a free database connection', { cause: error })
  }
  return isLostConnection(error) ? new DatabaseUnavailable('database connection lost', { cause: error }) : error
}

function isLostConnection(error: Error): boolean {
  return (
    // An error with a `path` is about that file, not about a connection.
    ('syscall' in error && 'errno' in error && !('path' in error)) ||
    /^Connection terminated|^Client |^Query read timeout/.test(error.message)
  )
}

/** True if the error means that the database is unreachable, regardless of the statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof DatabaseUnreachable
}

/** Returns the lost-connection error among the causes of the error; if there is none, returns the error itself. */
export function unwrapConnectionLoss(error: unknown): unknown {
  return findConnectionLoss(error) ?? error
}

function findConnectionLoss(error: unknown): DatabaseUnavailable | null {
  if (!(error instanceof Error) || error instanceof DatabaseUnreachable) return null
  const reason = translateError(error)
  return reason instanceof DatabaseUnavailable ? reason : findConnectionLoss(error.cause)
}

const readOnly = '25006'

/** True if a statement was refused because its transaction is read-only. */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown }).code === readOnly

/**
 * True if the connection leads to a standby or a read-only database. If false, the refused request had asked for a
 * read-only transaction. Call this only after the transaction has ended.
 */
export async function isReadOnlyServer(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ closed: boolean }>(
    "select current_setting('transaction_read_only')::boolean as closed",
  )
  return rows[0]?.closed === true
}

/** Callers treat a read-only database as unreachable, which is a temporary error. */
export const readOnlyDatabase = (cause: unknown) => new DatabaseUnavailable('database is read-only', { cause })
