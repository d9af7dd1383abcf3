import pg, { type ClientBase } from 'pg'
import type { BackupContents } from './backup-archive.ts'

export interface BackupTable {
  /** The table's name with its schema, such as `public.outbox`. */
  name: string
  columns: string[]
  /** The tables to which this table's foreign keys refer. */
  after: string[]
}

/**
 * Tables that are not backed up. A day's salt is deleted on the next day, so that no visitor's key can be recomputed.
 */
const excludedTables = ['private.rate_limit_salts']

/** The text of a value must not depend on the session's settings, because the checksums of two servers are compared. */
export const textSettings = `set local search_path = ''; set local timezone = 'UTC'; set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * All our tables; excludes the tables of extensions. A partitioned table counts as one table. Generated columns are
 * omitted.
 */
export async function listTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select format('%s.%s', n.nspname, c.relname) as name,
       array(
         select attname::text from pg_catalog.pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns,
       array(
         select distinct format('%s.%s', tn.nspname, t.relname) from pg_catalog.pg_constraint k
         join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
       ) as after
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('auth', 'private', 'public') and c.relkind in ('r', 'p') and not c.relispartition
       and format('%s.%s', n.nspname, c.relname) <> all ($1)
       and not exists (
         select from pg_catalog.pg_depend d
         where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e'
       )
     order by 1`,
    [excludedTables],
  )
  return sortByForeignKeys(rows)
}

/** Sorts each table after the tables that its foreign keys refer to. The foreign keys have no cycle. */
function sortByForeignKeys(tables: readonly BackupTable[]): BackupTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<BackupTable>()
  const add = (table: BackupTable, path: readonly string[]) => {
    if (path.includes(table.name)) throw new Error(`circular foreign keys: ${path.join(', ')}`)
    for (const name of table.after) {
      const before = byName.get(name)
      if (before && !ordered.has(before)) add(before, [...path, table.name])
    }
    ordered.add(table)
  }
  for (const table of tables) add(table, [])
  return [...ordered]
}

export const quoted = (table: string): string => table.split('.').map(pg.escapeIdentifier).join('.')
export const quotedList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')

/** Prevents changes to the definition of every table until the transaction ends; rows can still change. */
export async function lockTables(client: ClientBase, tables: readonly BackupTable[]): Promise<void> {
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
}

/** Returns the number of rows, and a checksum that does not depend on the order of the rows. */
export async function measure(
  client: ClientBase,
  { name, columns }: Pick<BackupTable, 'name' | 'columns'>,
): Promise<{ rows: number; checksum: string }> {
  const { rows } = await client.query<{ rows: number; checksum: string }>(
    `select count(*)::float8 as rows,
       coalesce(sum(pg_catalog.hashtextextended(row(${quotedList(columns)})::text collate "C", 0)), 0)::text as checksum
     from ${quoted(name)}`,
  )
  if (!rows[0]) throw new Error('count returned no row')
  return rows[0]
}

export async function readMonths(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select substring(pg_catalog.pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('(\\d{4}-\\d\\d-\\d\\d)$$) as month
     from pg_catalog.pg_class c join pg_catalog.pg_inherits i on i.inhrelid = c.oid
     where i.inhparent = 'public.user_interactions'::pg_catalog.regclass order by 1`,
  )
  return rows.flatMap(({ month }) => month ?? [])
}

/** Reads sequences last, because a sequence may be ahead of the snapshot's rows but never behind the rows. */
export async function readSequences(client: ClientBase): Promise<BackupContents['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%s.%s', schemaname, sequencename) as name, last_value::text as value from pg_catalog.pg_sequences
     where schemaname in ('auth', 'private', 'public') and last_value is not null order by 1`,
  )
  return rows
}

export async function readServer(client: ClientBase): Promise<{ postgresql: string; now: string }> {
  const { rows } = await client.query<{ postgresql: string; now: string }>(
    `select current_setting('server_version') as postgresql,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  if (!rows[0]) throw new Error('server version is unknown')
  return rows[0]
}
