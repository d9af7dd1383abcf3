import pg, { type ClientBase } from 'pg'
import { DatabaseSetupError } from './errors.ts'
import { roles } from './roles.ts'

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

/** The server works as these roles: a user who may not become them could serve nobody. */
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
  const user = pg.escapeIdentifier(login)
  throw new DatabaseSetupError(
    `The user ${login} of DATABASE_URL may not become the role ${rows[0].name}. ` +
      `Let a superuser run supabase/bootstrap.sql and "grant ${roles.join(', ')} to ${user}".`,
  )
}
