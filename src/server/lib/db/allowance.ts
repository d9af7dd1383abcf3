import { DatabaseSetupError } from './errors.ts'
import type { Database } from './types.ts'

/** What one process needs at most, and how many it can do without. */
const most = 10
const least = 2
/** Of what the database allows: the rest is for downloads, the process that works behind, and other programs. */
const share = 0.75
/** One that listens, and one to spare. */
const beside = 2

/**
 * How many connections the pool of each of so many processes may have, so that all of them find one; or as many as were
 * asked for, where there are so many.
 */
export async function poolSizeFor(
  database: Database,
  processes: number,
  asked: number | null = null,
): Promise<number> {
  const allowed = await readAllowance(database)
  if (asked !== null) return checkAsked(asked, allowed, processes)
  const each = Math.floor((allowed * share) / processes) - beside
  if (each >= least) return Math.min(each, most)
  const fitting = Math.max(1, Math.floor((allowed * share) / (least + beside)))
  throw new DatabaseSetupError(
    `The database allows this user ${allowed} connections, too few for PROCESSES=${processes}: set it to ${fitting} at most.`,
  )
}

/** Of several processes that answer requests, one more stands behind, with a pool of its own. */
function checkAsked(asked: number, allowed: number, processes: number): number {
  const pools = processes > 1 ? processes + 1 : 1
  const fitting = Math.floor(allowed / pools) - beside
  if (asked <= fitting) return asked
  const what = pools > 1 ? `POOL_SIZE=${asked} in ${pools} processes` : `POOL_SIZE=${asked}`
  throw new DatabaseSetupError(
    `The database allows this user ${allowed} connections, too few for ${what} with ${beside} more in each: ` +
      (fitting >= least ? `set it to ${fitting} at most.` : 'let the database allow more.'),
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
