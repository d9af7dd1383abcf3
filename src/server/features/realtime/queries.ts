import { isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import { schema, tables } from './policy.ts'
import { RefusedForGood } from './refused.ts'
import type { Column, Filter, Row } from './types.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The quoted name of a watched table. Callers refuse all others; the check here does not rely on that. */
function tableName(table: string): string {
  if (!tables.has(table)) throw new Error('table not in the policy')
  return `${quoted(schema)}.${quoted(table)}`
}

export interface Access {
  isLive: boolean
  /** Whether the caller may see all rows: deletions are sent only then, because a deleted row cannot be checked. */
  hearsOfDeletions: boolean
  columns: Column[]
}

/** Whether the caller's session still exists, and which columns of a table the caller may read. */
export async function readAccess(tx: Transaction, table: string): Promise<Access> {
  const { rows } = await tx.query<{ live: boolean; deletions: boolean; columns: Column[] }>(
    `select private.session_is_live() as live, private.hears_of_deletions() as deletions, coalesce((
       select json_agg(json_build_object(
         'name', attname, 'type', typname, 'cast', format_type(atttypid, null)) order by attnum)
       from pg_catalog.pg_attribute join pg_catalog.pg_type t on t.oid = atttypid
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
         and has_column_privilege(attrelid, attnum, 'select')), '[]') as columns`,
    [tableName(table)],
  )
  const [row] = rows
  return {
    isLive: row?.live === true,
    hearsOfDeletions: row?.deletions === true,
    columns: row?.columns ?? [],
  }
}

/**
 * The rows of these ids that the caller may see, and which filters each row meets. PostgreSQL compares, so that a
 * filter means the same as in the data API.
 */
export async function readRows(
  tx: Transaction,
  table: string,
  columns: readonly Column[],
  filters: readonly Filter[],
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const values: unknown[] = [ids]
  const tests = filters.map((filter) => {
    const known = columns.find(({ name }) => name === filter.column)
    if (!known) throw new RefusedForGood(`There is no column '${filter.column}' to filter by`)
    return `coalesce(r.${quoted(known.name)} = any($${values.push(filter.values)}::${known.cast}[]), false)`
  })
  const { rows } = await tx.query<Row & { id: string }>(
    `select r.id::text as id, to_jsonb(r) as record, array[${tests.join(', ')}]::boolean[] as matches
     from (select ${columns.map(({ name }) => quoted(name)).join(', ')} from ${tableName(table)}
           where id = any($1::uuid[])) r`,
    values,
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Tries a filter without any row, so that PostgreSQL refuses a value that does not fit its column. */
export async function tryFilter(
  tx: Transaction,
  table: string,
  columns: readonly Column[],
  filter: Filter,
): Promise<void> {
  try {
    await readRows(tx, table, columns, [filter], [])
  } catch (error) {
    if (!isDatabaseError(error) || !/^(22|42)/.test(error.code)) throw error
    throw new RefusedForGood(`The filter '${filter.text}' does not fit its column`)
  }
}
