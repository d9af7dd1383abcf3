import type { ClientBase } from 'pg'
import { DatabaseSetupError } from './errors.ts'

/** Refuses a server that cannot carry the schema, before anything is changed on it. */
export async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  const [server] = rows
  if (!server || server.number < 150_000) {
    throw new DatabaseSetupError(`DATABASE_URL leads to PostgreSQL ${server?.version}; version 15 or later is needed.`)
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseSetupError(
      `DATABASE_URL leads to a database encoded in ${server.encoding}; create one with "encoding 'UTF8'".`,
    )
  }
}

/** Requests run as these roles: a user who may not become them could serve nobody. */
export async function checkRoles(client: ClientBase): Promise<void> {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    try {
      await client.query(`begin; set local role ${role}; rollback`)
    } catch (error) {
      await client.query('rollback')
      const user = client.escapeIdentifier(String((await client.query('select current_user as name')).rows[0].name))
      throw new DatabaseSetupError(
        `The user ${user} of DATABASE_URL may not become the role ${role} (${(error as Error).message}). ` +
          `Let a superuser run supabase/bootstrap.sql and "grant anon, authenticated, service_role to ${user}".`,
        { cause: error },
      )
    }
  }
}
