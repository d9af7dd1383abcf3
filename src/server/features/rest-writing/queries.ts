import type { Transaction } from '#server/lib/db/database.ts'
import { quotedNames } from '#server/lib/query-grammar/expressions.ts'
import type { JsonRow } from '#server/lib/query-grammar/queries.ts'
import type { TableName, TablePolicy } from './review.ts'

/**
 * Returns the columns of a statement. Only names in the table's policy can become SQL. Callers have already rejected
 * all other names, but this check does not rely on them.
 */
function assertListed(table: TablePolicy, names: readonly string[]): readonly string[] {
  const stranger = names.find((name) => !Object.hasOwn(table.columns, name))
  if (stranger !== undefined) throw new Error(`column not in the policy of ${table.name}`)
  return names
}

/**
 * `json_to_recordset` converts the posted rows to typed rows, so that even a thousand rows need only one parameter.
 */
function insertText(table: TablePolicy, names: readonly string[]): string {
  const columns = assertListed(table, names)
  const typed = columns.map((name) => `"${name}" ${table.columns[name]}`).join(', ')
  return (
    `insert into public."${table.name}" (${quotedNames(columns)}) ` +
    `select ${quotedNames(columns)} from json_to_recordset($1) as _(${typed})`
  )
}

/**
 * Inserts rows with all columns that a visitor can set, in a prepared statement. Returns the number of inserted rows.
 */
export async function insertRows(tx: Transaction, table: TablePolicy, rows: readonly JsonRow[]): Promise<number> {
  const { rowCount } = await tx.query(
    insertText(table, Object.keys(table.columns)),
    [JSON.stringify(rows)],
    `arrivals in ${table.name}`,
  )
  return rowCount
}

export interface EarlierRow {
  /** True if neither the team nor the visitor has closed the booking or message. */
  isOpen: boolean
  /** True if the row was stored within the last two minutes. */
  isRecent: boolean
}

export async function fetchEarlier(tx: Transaction, table: TableName, id: string): Promise<EarlierRow | undefined> {
  const { rows } = await tx.query<EarlierRow>(
    `select status in ('new', 'spam?', 'confirmed') as "isOpen",
       created_at > now() - interval '2 minutes' as "isRecent"
     from public."${table}" where id = $1`,
    [id],
  )
  return rows[0]
}

export async function fetchUpdated(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int as count`,
  )
  return rows[0]?.count ?? 0
}
