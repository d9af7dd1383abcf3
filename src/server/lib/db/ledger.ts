import type { ClientBase, ClientConfig } from 'pg'
import { DatabaseSetupError } from './errors.ts'
import { connectOnce } from './login.ts'
import type { Migration } from './migration-files.ts'

/** As many as a sentence can name. */
const mostNamed = 5

/**
 * Refuses a database on which another release has worked, before anything is changed on it: what this one would write
 * there is what it knows, and not what those tables are for now.
 */
export async function checkLedger(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  const ledger = 'supabase_migrations.schema_migrations'
  // A user who was not granted the ledger is told so elsewhere.
  const { rows: found } = await client.query<{ shown: boolean | null }>(
    `select has_schema_privilege(oid, 'usage') and has_table_privilege(to_regclass($1), 'select') as shown
     from pg_namespace where nspname = 'supabase_migrations'`,
    [ledger],
  )
  if (!found[0]?.shown) return
  const { rows } = await client.query<{ name: string }>(
    `select concat_ws('_', version, name) as name from ${ledger} where version <> all ($1) order by version`,
    [migrations.map(({ version }) => version)],
  )
  if (rows.length > 0) throw new DatabaseSetupError(unknownSentence(rows.map(({ name }) => name)))
}

/** The same on a connection of its own. */
export async function checkLedgerAt(config: ClientConfig, migrations: readonly Migration[]): Promise<void> {
  const client = await connectOnce(config)
  try {
    await checkLedger(client, migrations)
  } finally {
    await client.end().catch(() => {})
  }
}

function unknownSentence(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).join(', ')
  const rest = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return (
    `The database has migrations that this release does not know (${named}${rest}): a newer release has changed it, ` +
    'so start that one or a later one, or restore a backup from before the change.'
  )
}
