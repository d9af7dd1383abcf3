import type { ClientBase } from 'pg'
import { DatabaseSetupError } from './errors.ts'

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

/** Requests run as these roles: a user who may not become them could serve nobody. */
export async function checkRoles(client: ClientBase): Promise<void> {
  for (const role of ['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) {
    try {
      await client.query(`begin; set local role ${role}; rollback`)
    } catch (error) {
      await client.query('rollback')
      const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
      throw new DatabaseSetupError(
        `The user ${rows[0]?.name} of DATABASE_URL may not become the role ${role} (${(error as Error).message}). ` +
          `Let a superuser run supabase/bootstrap.sql and "grant anon, authenticated, service_role, supabase_auth_admin to ${rows[0]?.name}".`,
        { cause: error },
      )
    }
  }
}
