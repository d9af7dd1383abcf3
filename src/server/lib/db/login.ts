import type pg from 'pg'
import type { ClientBase } from 'pg'
import { type ConnectionConfig, newDatabaseClient } from './database-url.ts'
import {
  DatabaseSetupError,
  DatabaseUnavailable,
  DatabaseUnreachable,
  isDatabaseError,
  translateError,
} from './errors.ts'

/**
 * The login for requests to the embedded database. This login owns nothing, and can only switch to the roles in
 * `types.ts`.
 */
export const embeddedLogin = 'authenticator'

/** The owner of the embedded database, who cannot sign in. `supabase/embedded.sql` creates this role. */
export const embeddedOwner = 'backline_owner'

const connectMilliseconds = 10_000

/** Opens a connection that is not part of the pool. The caller must close the connection. */
export async function connectOnce(config: ConnectionConfig): Promise<pg.Client> {
  try {
    const client = newDatabaseClient({ ...config, connectionTimeoutMillis: connectMilliseconds })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    throw unreachableError(error)
  }
}

function unreachableError(error: unknown): Error {
  const away = translateError(error)
  // The server responds, but reports that it is starting or shutting down.
  if (isDatabaseError(error) && away instanceof DatabaseUnavailable) return away
  const Fault = away instanceof DatabaseUnavailable ? DatabaseUnreachable : DatabaseSetupError
  return new Fault(`The database cannot be reached: ${(error as Error).message}`, { cause: error })
}

/** Returns the name of the role that would serve requests. Refuses a superuser, who bypasses all policies. */
export async function readLogin(config: ConnectionConfig): Promise<string> {
  const client = await connectOnce(config)
  try {
    const { rows } = await client.query<{ name: string; is_super: boolean }>(
      `select session_user as name, exists (
         select from pg_roles where rolsuper and pg_has_role(session_user, oid, 'member')
       ) as is_super`,
    )
    const { name = '', is_super: isSuper } = rows[0] ?? {}
    if (isSuper) throw new DatabaseSetupError(superuserRefusal(name))
    return name
  } finally {
    await client.end().catch(() => {})
  }
}

const superuserRefusal = (name: string) =>
  `DATABASE_URL signs in as ${name}, a superuser, which must not serve requests: ` +
  `run "create role backline login noinherit password '…'" there, set DATABASE_URL to that user and password, ` +
  'and MIGRATION_URL to the current DATABASE_URL.'

/** Checks that the database to be prepared is the database that serves requests. */
export async function checkSameDatabase(preparing: ClientBase, serving: pg.ClientConfig): Promise<void> {
  const client = await connectOnce(serving)
  try {
    if ((await identifyDatabase(client)) === (await identifyDatabase(preparing))) return
  } finally {
    await client.end().catch(() => {})
  }
  throw new DatabaseSetupError('DATABASE_URL and MIGRATION_URL must point to the same database.')
}

/** Returns text that identifies the server and the database of a connection. */
async function identifyDatabase(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    "select current_database() || ' since ' || pg_postmaster_start_time() as place",
  )
  return rows[0]?.place
}

/**
 * Returns the owner of the tables if this user lacks the owner's rights; otherwise, or if there are no tables,
 * returns null.
 */
export async function findOtherOwner(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(nspowner) as owner from pg_namespace
     where nspname = 'private' and not pg_has_role(nspowner, 'usage')`,
  )
  return rows[0]?.owner ?? null
}

/** The error message for a user who may not change the tables. */
export const ownerNeededMessage = (owner: string) =>
  `Only ${owner}, who owns the tables, can do this: set MIGRATION_URL to the database address of that user.`

/** True if the login for requests can become the owner of the tables, which bypasses row-level security. */
export async function canOwnTables(client: ClientBase, login: string): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role($1::name, nspowner, 'member') as owns from pg_namespace where nspname = 'private'`,
    [login],
  )
  return rows[0]?.owns === true
}
