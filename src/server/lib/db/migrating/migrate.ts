import type { ClientBase } from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { baseline, isBeforeBaseline } from './ledger.ts'
import type { Migration } from './migration-files.ts'

/** Any fixed number, known only to this runner: it lets one server migrate at a time. */
const lockKey = 7_206_341_001

const ledger = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text
  );
  revoke all on schema supabase_migrations from public;
  revoke all on supabase_migrations.schema_migrations from public`

/** Makes roles and helpers that a hosted Supabase project has; changes nothing where they exist. */
export async function bootstrap(client: ClientBase, ...files: string[]): Promise<void> {
  await lockedTransaction(client, async () => {
    for (const sql of files) await client.query(sql)
  })
}

/**
 * Brings the database up to date and returns the versions that were applied now. Each has its own transaction, so an
 * interrupted start leaves whole migrations only; several servers may run this at once.
 */
export async function migrate(client: ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  const known = await applied(client)
  await adoptBaseline(client, migrations, known)
  const done: string[] = []
  for (const migration of migrations) {
    const text = known.get(migration.version)
    if (text === undefined) {
      if (await apply(client, migration)) done.push(migration.version)
    } else if (text !== null && !sameText(text, migration.sql)) {
      throw new DatabaseSetupError(
        `Migration ${migration.version}_${migration.name}.sql changed after it was applied. ` +
          'Restore its text and put the change into a new migration.',
      )
    }
  }
  return done
}

/** Version → text as it was applied; null where the Supabase CLI wrote the ledger and split or left out the text. */
async function applied(client: ClientBase): Promise<Map<string, string | null>> {
  await lockedTransaction(client, async () => {
    const { rows } = await client.query(
      "select to_regclass('supabase_migrations.schema_migrations') as ledger",
    )
    if (!rows[0]?.ledger) await client.query(ledger)
  })
  // As plain text: an array of so many characters takes `pg` longer to read than all other answers of a start.
  const { rows } = await client.query<{ version: string; text: string | null }>(
    `select version, case when cardinality(statements) = 1 then statements[1] end as text
     from supabase_migrations.schema_migrations`,
  )
  return new Map(rows.map(({ version, text }) => [version, text]))
}

/** Replaces the migrations before the baseline in the ledger by the baseline, if all of them were applied. */
async function adoptBaseline(
  client: ClientBase,
  migrations: readonly Migration[],
  known: Map<string, string | null>,
): Promise<void> {
  // Versions that an operator has put among them are known migrations, and stay.
  const old = [...known.keys()].filter(
    (version) => isBeforeBaseline(version) && !migrations.some((one) => one.version === version),
  )
  const sum = migrations.find(({ version }) => version === baseline)
  if (!sum || !known.has(baseline) || old.length === 0) return
  await lockedTransaction(client, async () => {
    await client.query('delete from supabase_migrations.schema_migrations where version = any ($1)', [old])
    await client.query(
      'update supabase_migrations.schema_migrations set statements = $2, name = $3 where version = $1',
      [baseline, [sum.sql], sum.name],
    )
  })
  known.set(baseline, sum.sql)
}

/** Lets the login for requests read the ledger, so that a start without MIGRATION_URL can detect missing migrations. */
export async function showLedger(client: ClientBase, login: string): Promise<void> {
  await lockedTransaction(client, async () => {
    const { rows } = await client.query<{ grant: string }>(
      `select format('grant usage on schema supabase_migrations to %1$I;
         grant select on supabase_migrations.schema_migrations to %1$I', $1::text) as grant
       where not has_schema_privilege($1::text::name, 'supabase_migrations', 'usage')
         or not has_table_privilege($1::text::name, 'supabase_migrations.schema_migrations', 'select')`,
      [login],
    )
    if (rows[0]) await client.query(rows[0].grant)
  })
}

/** Makes the index for the desk's search, or returns the reason why that is not allowed. */
export async function whySearchIsSlow(client: ClientBase): Promise<string | null> {
  const { rows } = await lockedTransaction(client, async () => {
    // A restore can stop at an older schema, which has no search.
    const { rows: found } = await client.query("select to_regprocedure('private.index_search()') as there")
    if (!found[0]?.there) return { rows: [] }
    return client.query<{ reason: string | null }>('select private.index_search() as reason')
  })
  return rows[0]?.reason ?? null
}

async function apply(client: ClientBase, { version, name, sql }: Migration): Promise<boolean> {
  return lockedTransaction(client, async () => {
    // The row is written first, so that a server which lost the race finds it and stops.
    const row = await client.query(
      `insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)
       on conflict (version) do nothing`,
      [version, [sql], name],
    )
    if (row.rowCount === 0) return false
    await client.query(sql)
    return true
  }).catch((error: unknown) => {
    throw new DatabaseSetupError(`Migration ${version}_${name}.sql failed: ${(error as Error).message}`, {
      cause: error,
    })
  })
}

async function lockedTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    // Waiting for that lock does not bring this session's cache of the catalogue up to date, opening a table does.
    // Without it, a schema that another server made meanwhile would count as missing and be made again.
    await client.query('select from pg_catalog.pg_namespace limit 0')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** White space and the last semicolon do not count: checkouts differ in line ends, the CLI trims. */
function sameText(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/[\s;]+/g, '')
  return one === other || bare(one) === bare(other)
}
