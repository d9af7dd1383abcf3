import { DatabaseSetupError } from './errors.ts'
import type { Database } from './types.ts'

/** One connection that listens, and one to spare. */
const beside = 2

export async function checkPoolSize(database: Database, asked: number): Promise<void> {
  const allowed = await readAllowance(database)
  const fitting = allowed - beside
  if (asked <= fitting) return
  throw new DatabaseSetupError(
    `The database allows this user ${allowed} connections, too few for POOL_SIZE=${asked} with ${beside} more: ` +
      (fitting >= 2 ? `set it to ${fitting} at most.` : 'let the database allow more.'),
  )
}

async function readAllowance(database: Database): Promise<number> {
  const { rows } = await database.transaction('backline_upkeep', {}, (tx) =>
    tx.query<{ allowed: number }>(
      `select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int,
         nullif(rolconnlimit, -1), nullif(datconnlimit, -1)
       ) as allowed
       from pg_roles, pg_database where rolname = session_user and datname = current_database()`,
    ),
  )
  return rows[0]?.allowed ?? 0
}
