import type { ClientBase } from 'pg'
import pg from 'pg'

/** An error of the database or of the connection to it, identified by `code`. */
export interface DatabaseError extends Error {
  /** SQLSTATE; '08006' if the database is unreachable, 'PGRST003' if no connection was free in time. */
  code: string
  detail?: string | undefined
  hint?: string | undefined
  column?: string | undefined
  constraint?: string | undefined
  table?: string | undefined
  /** The function of PostgreSQL's own code that raised it. */
  routine?: string | undefined
}

/** The database is down, starting, or the connection broke; whether a running commit arrived is unknown. */
export class DatabaseUnavailable extends Error {
  readonly code = '08006'
  override name = 'DatabaseUnavailable'
}

/** All connections stayed busy until the timeout. */
export class PoolExhausted extends Error {
  readonly code = 'PGRST003'
  override name = 'PoolExhausted'
}

/** Another server uses the data folder; the message names it. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/** The database cannot be used as it is, and the message tells the operator what to change. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError'
}

/** No server answers at the address: the database may still be starting, or the address is wrong. */
export class DatabaseUnreachable extends DatabaseSetupError {
  override name = 'DatabaseUnreachable'
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof pg.DatabaseError ||
    error instanceof DatabaseUnavailable ||
    error instanceof PoolExhausted
  )
}

/**
 * Turns an error into one of the classes above. The driver reports a lost connection in many ways: as socket errors, as
 * errors with only a message, and as the server's shutdown codes (57P0x).
 */
export function translated(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const leaving = error.code === '57P01' || error.code === '57P02' || error.code === '57P03'
    return leaving ? new DatabaseUnavailable(error.message, { cause: error }) : error
  }
  if (!(error instanceof Error) || isDatabaseError(error)) return error
  if (error.message === 'timeout exceeded when trying to connect') {
    return new PoolExhausted('timed out waiting for a free database connection', { cause: error })
  }
  return isLostConnection(error)
    ? new DatabaseUnavailable('database connection lost', { cause: error })
    : error
}

function isLostConnection(error: Error): boolean {
  return (
    // An error with a `path` is about that file.
    ('syscall' in error && 'errno' in error && !('path' in error)) ||
    /^Connection terminated|^Client |^Query read timeout/.test(error.message)
  )
}

/** Whether the error means that the database is unreachable, regardless of the statement. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof DatabaseUnreachable
}

/** The lost connection among the error's causes, if any; else the error itself. */
export function orLoss(error: unknown): unknown {
  return lossIn(error) ?? error
}

function lossIn(error: unknown): DatabaseUnavailable | null {
  if (!(error instanceof Error) || error instanceof DatabaseUnreachable) return null
  const reason = translated(error)
  return reason instanceof DatabaseUnavailable ? reason : lossIn(error.cause)
}

const readOnly = '25006'

/** Whether a statement was refused because its transaction is read-only. */
export const mayOnlyRead = (error: unknown): boolean => (error as { code?: unknown }).code === readOnly

/**
 * Whether the connection is to a standby or a read-only database. If not, the refused request itself asked for a
 * read-only transaction. Call it after the end of the transaction.
 */
export async function takesNoWrites(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ closed: boolean }>(
    "select current_setting('transaction_read_only')::boolean as closed",
  )
  return rows[0]?.closed === true
}

/** Callers see a read-only database as unreachable, which is a temporary error. */
export const noWrites = (cause: unknown) => new DatabaseUnavailable('database is read-only', { cause })
