import type { ClientBase, ClientConfig } from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { connectOnce } from '#server/lib/db/login.ts'
import type { Migration } from './migration-files.ts'

/** Migrations that the message names at most. */
const mostNamed = 5

/**
 * First and last version of the migrations that the baseline combines. No release was published before it, but
 * databases with those migrations exist.
 */
const stepsFrom = '20261120000001'
export const baseline = '20261123084940'

export const isBeforeBaseline = (version: string): boolean => stepsFrom <= version && version < baseline

/**
 * The versions of a ledger that a release with these migrations does not know. Older migrations were applied in order,
 * so a ledger with the baseline's version has all of those before it.
 */
export const unknownOf = (
  versions: readonly string[],
  migrations: readonly Pick<Migration, 'version'>[],
): string[] =>
  versions.filter(
    (version) =>
      !migrations.some((known) => known.version === version) &&
      !(isBeforeBaseline(version) && versions.includes(baseline)),
  )

/** Refuses a database with unknown migrations before any write, because its tables may have another meaning now. */
export async function checkLedger(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  const ledger = 'supabase_migrations.schema_migrations'
  // A user without the right to read the ledger is refused elsewhere.
  const { rows: found } = await client.query<{ shown: boolean | null }>(
    `select has_schema_privilege(oid, 'usage') and has_table_privilege(to_regclass($1), 'select') as shown
     from pg_namespace where nspname = 'supabase_migrations'`,
    [ledger],
  )
  if (!found[0]?.shown) return
  const { rows } = await client.query<{ version: string; name: string }>(
    `select version, concat_ws('_', version, name) as name from ${ledger} order by version`,
  )
  const unknown = unknownOf(
    rows.map(({ version }) => version),
    migrations,
  )
  if (unknown.length === 0) return
  const names = rows.filter(({ version }) => unknown.includes(version)).map(({ name }) => name)
  throw new DatabaseSetupError(
    unknown.every(isBeforeBaseline) ? tooOldSentence('The database', names) : unknownSentence(names),
  )
}

/** `checkLedger` on a connection of its own. */
export async function checkLedgerAt(config: ClientConfig, migrations: readonly Migration[]): Promise<void> {
  const client = await connectOnce(config)
  try {
    await checkLedger(client, migrations)
  } finally {
    await client.end().catch(() => {})
  }
}

/** `subject`: a database, or a backup of one. */
export const tooOldSentence = (subject: string, steps: readonly string[]): string =>
  `${subject} stands at ${steps.at(-1)}, a step before the baseline, which this release no longer takes: start a version of ` +
  '23 to 25 November 2026 on it first, which takes the rest of those steps.'

function unknownSentence(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).join(', ')
  const rest = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return (
    `The database has migrations that this release does not know (${named}${rest}): a newer release has changed it, ` +
    'so start that one or a later one, or restore a backup from before the change.'
  )
}
