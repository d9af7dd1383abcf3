import { readFileSync } from 'node:fs'
import pg from 'pg'
import { type PostgresVersion, startVersion } from '#rehearsals/postgres-versions.ts'
import { runOnce } from '#server/lib/db/test-servers.ts'
import type { TestPostgres } from '#tools/testing/postgres-server.ts'

export const asRole = (address: string, role: string) => address.replace('postgres@', `${role}@`)

/** Objects that the auth service creates before a project is used. */
const ofTheAuthService = `
  create function auth.jwt() returns jsonb language sql stable as
    $$ select coalesce(nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), ''))::jsonb $$;
  create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
  create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
  create table auth.schema_migrations (version varchar(255) primary key);
  revoke all on auth.schema_migrations from postgres, dashboard_user`

/**
 * Starts a server with one database like that of a hosted Supabase project: `postgres` is not a superuser and does not
 * own the schema `auth`.
 */
export async function startSupabaseLayout(version: PostgresVersion, folder: string): Promise<TestPostgres> {
  const server = startVersion(version, folder, 'supabase_admin')
  await runOnce(asRole(server.address, 'supabase_admin'), readFileSync('rehearsals/supabase/layout.sql', 'utf8'))
  const service = asRole(server.address, 'supabase_auth_admin')
  // Our account tables have the same columns as the platform's tables.
  await runOnce(service, readFileSync('supabase/auth.sql', 'utf8'))
  await runOnce(service, ofTheAuthService)
  return server
}

/** Returns everything in the schema `auth` that could have changed: owners, rights, columns, policies, triggers. */
export async function stateOfAuth({ address }: TestPostgres): Promise<unknown[]> {
  const client = new pg.Client(asRole(address, 'supabase_admin'))
  await client.connect()
  const { rows } = await client.query<{ state: unknown }>(`
    select to_jsonb(n) as state from pg_namespace n where nspname = 'auth'
    union all select jsonb_build_object('relation', relname, 'owner', relowner, 'acl', relacl, 'security', relrowsecurity)
      from pg_class where relnamespace = 'auth'::regnamespace
    union all select to_jsonb(p) - 'oid' from pg_proc p where pronamespace = 'auth'::regnamespace
    union all select to_jsonb(a) - 'attacl' from pg_attribute a join pg_class c on c.oid = attrelid
      where relnamespace = 'auth'::regnamespace and attnum > 0
    union all select to_jsonb(p) from pg_policy p join pg_class c on c.oid = polrelid where relnamespace = 'auth'::regnamespace
    union all select to_jsonb(t) from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = 'auth'::regnamespace and not tgisinternal
    order by 1`)
  await client.end()
  return rows.map(({ state }) => state)
}
