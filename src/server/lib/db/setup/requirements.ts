import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientBase, type ClientConfig } from 'pg'
import { DatabaseSetupError, isReadOnlyServer } from '#server/lib/db/errors.ts'
import { connectOnce } from '#server/lib/db/login.ts'
import { roles } from '#server/lib/db/types.ts'

interface ServerFacts {
  number: number
  version: string
  encoding: string
}

/** Refuses a server that does not support the schema, before changing anything. */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  const fault = rows[0] && serverFault(rows[0])
  if (fault) throw new DatabaseSetupError(fault)
}

export function serverFault({ number, version, encoding }: ServerFacts): string | undefined {
  if (number < 150_000) return `DATABASE_URL points to PostgreSQL ${version}; version 15 or later is required.`
  if (encoding === 'UTF8') return undefined
  return `DATABASE_URL points to a database encoded in ${encoding}; create one with "encoding 'UTF8'".`
}

/** Each request runs as one of these roles, so a user that cannot switch to all of them cannot serve requests. */
export async function checkRoles(client: ClientBase, login: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as _ (name, place)
     where case when to_regrole(name) is null then true
       else not pg_has_role($2::name, to_regrole(name)::oid,
         case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) end
     order by place`,
    [[...roles], login],
  )
  if (!rows[0]) return
  const { user, database } = await readUserAndDatabase(client)
  throw new DatabaseSetupError(
    `The user ${login} of DATABASE_URL cannot switch to the role ${rows[0].name}, and ${user} cannot grant it. ` +
      `As a superuser, run once: psql -d ${database} -c "set backline.login = ${pg.escapeLiteral(login)}" -f supabase/administrator.sql`,
  )
}

/** In a Supabase project, this user runs the auth service and owns the account tables. */
const projectsOwner = 'supabase_auth_admin'

/** Refuses the database of a Supabase project, because the project's own auth service manages the accounts. */
export async function checkAccounts(client: ClientBase): Promise<void> {
  const owner = (await ownerOfAccounts(client))?.name
  if (owner === projectsOwner) {
    throw new DatabaseSetupError(
      `DATABASE_URL points to the database of a Supabase project (auth.users belongs to ${projectsOwner}), whose own ` +
        'auth service manages the accounts: use "npm run export" to export the site for that project.',
    )
  }
}

/**
 * Refuses a table owner who does not own the account tables, because the schema adds foreign keys that refer to them.
 */
export async function checkAccountsOwner(client: ClientBase): Promise<void> {
  const owner = await ownerOfAccounts(client)
  if (!owner || owner.is_mine) return
  const { user } = await readUserAndDatabase(client)
  throw new DatabaseSetupError(
    `The account tables belong to ${owner.name}, but ${user} owns the other tables: as a superuser, run "alter table … owner to" ` +
      'for those in schema auth, or set MIGRATION_URL to the database address of their owner.',
  )
}

/** Returns the error message for an owner who lacks a right that `bootstrap.sql` needs. */
export async function missingRightsMessage(client: ClientBase, { message }: Error): Promise<string> {
  const { user, database } = await readUserAndDatabase(client)
  return (
    `${user} cannot prepare the database (${message}). As a superuser, run once: ` +
    `psql -d ${database} -c "alter database ${database} owner to ${pg.escapeIdentifier(user)}" -f supabase/administrator.sql`
  )
}

/** Reads the catalog, because the login for requests may not read the schema. */
async function ownerOfAccounts(client: ClientBase): Promise<{ name: string; is_mine: boolean } | undefined> {
  const { rows } = await client.query<{ name: string; is_mine: boolean }>(
    `select pg_get_userbyid(relowner) as name, pg_has_role(relowner, 'usage') as is_mine
     from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'auth' and relname = 'users'`,
  )
  return rows[0]
}

async function readUserAndDatabase(client: ClientBase): Promise<{ user: string; database: string }> {
  const { rows } = await client.query<{ user: string; database: string }>(
    'select session_user as user, quote_ident(current_database()) as database',
  )
  return rows[0] ?? { user: '', database: '' }
}

/** Milliseconds within which a notification arrives, even on a busy machine. */
const hearMilliseconds = 4000

/**
 * Refuses a pooler in transaction mode, because it loses notifications: the desk would show no changes and emails
 * would wait, without any error. To test this, opens two connections: one runs LISTEN, and the other notifies.
 */
export async function checkPooler(connect: () => Promise<pg.Client>): Promise<void> {
  const [ear, mouth] = await Promise.all([connect(), connect()])
  try {
    const channel = `backline_${randomUUID()}`
    const heard = new Promise<boolean>((resolve) => {
      ear.once('notification', () => resolve(true))
      // This notification arrives if the pooler gave both clients the same connection to the server.
      mouth.once('notification', () => resolve(false))
    })
    await ear.query(`listen ${pg.escapeIdentifier(channel)}`)
    await mouth.query('select pg_notify($1, $2)', [channel, ''])
    if (await Promise.race([heard, sleep(hearMilliseconds, false, { ref: false })])) return
    throw new DatabaseSetupError(
      'DATABASE_URL points to a pooler in transaction mode, which does not support LISTEN: ' +
        'use the database itself, or a pooler in session mode (Supabase: port 5432 instead of 6543).',
    )
  } finally {
    await Promise.all([ear, mouth].map((client) => client.end().catch(() => {})))
  }
}

const lookEvery = 1000

/**
 * Resolves when the database accepts writes; a standby accepts them once it is promoted. By the next check, another
 * server may respond at the same address, so each check opens a new connection. If `waits` is false, a standby is
 * refused.
 */
export async function waitUntilWritable(
  config: ClientConfig,
  { log, waits = false }: { log: (message: string) => void; waits?: boolean },
): Promise<void> {
  if (await takesWrites(config)) return
  if (!waits) throw new DatabaseSetupError('The database is read-only or a standby.')
  log('database is read-only or a standby, waiting')
  do {
    await sleep(lookEvery)
  } while (!(await takesWrites(config).catch(() => false)))
  log('database accepts writes')
}

async function takesWrites(config: ClientConfig): Promise<boolean> {
  const client = await connectOnce(config)
  try {
    return !(await isReadOnlyServer(client))
  } finally {
    await client.end().catch(() => {})
  }
}
