import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientBase, type ClientConfig } from 'pg'
import { DatabaseSetupError, takesNoWrites } from '#server/lib/db/errors.ts'
import { connectOnce } from '#server/lib/db/login.ts'
import { roles } from '#server/lib/db/types.ts'

interface Server {
  number: number
  version: string
  encoding: string
}

/** Refuses a server that cannot carry the schema, before anything is changed on it. */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  const fault = rows[0] && serverFault(rows[0])
  if (fault) throw new DatabaseSetupError(fault)
}

export function serverFault({ number, version, encoding }: Server): string | undefined {
  if (number < 150_000) return `DATABASE_URL leads to PostgreSQL ${version}; version 15 or later is needed.`
  if (encoding === 'UTF8') return undefined
  return `DATABASE_URL leads to a database encoded in ${encoding}; create one with "encoding 'UTF8'".`
}

/** Each request runs as one of these roles, so a user who may not become them cannot serve any. */
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
  const { user, database } = await whoAndWhere(client)
  throw new DatabaseSetupError(
    `The user ${login} of DATABASE_URL may not become the role ${rows[0].name}, and ${user} may not change that. ` +
      `Let a superuser run, once: psql -d ${database} -c "set backline.login = ${pg.escapeLiteral(login)}" -f supabase/administrator.sql`,
  )
}

/** The owner of the account tables in a Supabase project, where its own auth service works as this user. */
const projectsOwner = 'supabase_auth_admin'

/** Refuses the database of a Supabase project, whose own auth service has the accounts. */
export async function checkAccounts(client: ClientBase): Promise<void> {
  const owner = (await ownerOfAccounts(client))?.name
  if (owner === projectsOwner) {
    throw new DatabaseSetupError(
      `DATABASE_URL leads to the database of a Supabase project (auth.users belongs to ${projectsOwner}), whose accounts its ` +
        'own auth service keeps: "npm run export" writes the site for it.',
    )
  }
}

/** Refuses an owner of our tables who does not own those of accounts, because the schema adds foreign keys to them. */
export async function checkAccountsMine(client: ClientBase): Promise<void> {
  const owner = await ownerOfAccounts(client)
  if (!owner || owner.is_mine) return
  const { user } = await whoAndWhere(client)
  throw new DatabaseSetupError(
    `The tables of accounts belong to ${owner.name}, and ${user} owns the others: let a superuser run "alter table … owner to" ` +
      'for those of schema auth, or set MIGRATION_URL to an address that signs in as their owner.',
  )
}

/** The error for an owner who lacks a right that bootstrap.sql needs. */
export async function whyNotMine(client: ClientBase, { message }: Error): Promise<string> {
  const { user, database } = await whoAndWhere(client)
  return (
    `${user} may not prepare the database (${message}). Let a superuser run, once: ` +
    `psql -d ${database} -c "alter database ${database} owner to ${pg.escapeIdentifier(user)}" -f supabase/administrator.sql`
  )
}

/** Reads the catalog, because the login for requests may not look into the schema. */
async function ownerOfAccounts(client: ClientBase): Promise<{ name: string; is_mine: boolean } | undefined> {
  const { rows } = await client.query<{ name: string; is_mine: boolean }>(
    `select pg_get_userbyid(relowner) as name, pg_has_role(relowner, 'usage') as is_mine
     from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'auth' and relname = 'users'`,
  )
  return rows[0]
}

async function whoAndWhere(client: ClientBase): Promise<{ user: string; database: string }> {
  const { rows } = await client.query<{ user: string; database: string }>(
    'select session_user as user, quote_ident(current_database()) as database',
  )
  return rows[0] ?? { user: '', database: '' }
}

/** A notification arrives sooner than this, even on a busy machine. */
const hearMilliseconds = 4000

/**
 * Refuses a pooler in transaction mode, where notifications are lost: desks would show nothing new and letters would
 * wait, without an error. It is tested with two connections: one runs LISTEN, the other notifies.
 */
export async function checkSessions(connect: () => Promise<pg.Client>): Promise<void> {
  const [ear, mouth] = await Promise.all([connect(), connect()])
  try {
    const channel = `backline_${randomUUID()}`
    const heard = new Promise<boolean>((resolve) => {
      ear.once('notification', () => resolve(true))
      // The pooler gave both the same connection to the server.
      mouth.once('notification', () => resolve(false))
    })
    await ear.query(`listen ${pg.escapeIdentifier(channel)}`)
    await mouth.query('select pg_notify($1, $2)', [channel, ''])
    if (await Promise.race([heard, sleep(hearMilliseconds, false, { ref: false })])) return
    throw new DatabaseSetupError(
      'DATABASE_URL leads through a pooler that lends connections by the transaction, where nothing is heard of new rows: ' +
        'name the database itself, or a pooler in session mode (Supabase: port 5432 in place of 6543).',
    )
  } finally {
    await Promise.all([ear, mouth].map((client) => client.end().catch(() => {})))
  }
}

const lookEvery = 1000

const closed = 'The database takes no writes: it is a standby, or set to read only'

/**
 * Resolves when the database takes writes, which a standby does once it is promoted. Another server may answer at its
 * address by then, so each look uses a new connection. Without `waits` a standby is refused.
 */
export async function waitForWrites(
  config: ClientConfig,
  { log, waits = false }: { log: (message: string) => void; waits?: boolean },
): Promise<void> {
  if (await takesWrites(config)) return
  if (!waits) throw new DatabaseSetupError(`${closed}.`)
  log(`${closed}. The start waits until it takes them.`)
  do {
    await sleep(lookEvery)
  } while (!(await takesWrites(config).catch(() => false)))
  log('The database takes writes now.')
}

async function takesWrites(config: ClientConfig): Promise<boolean> {
  const client = await connectOnce(config)
  try {
    return !(await takesNoWrites(client))
  } finally {
    await client.end().catch(() => {})
  }
}
