import type { Transaction } from '#server/lib/db/database.ts'
import { quotedNames } from '#server/lib/query-grammar/expressions.ts'
import type { Row } from '#server/lib/query-grammar/queries.ts'
import type { TableName, TablePolicy } from './review.ts'

/**
 * The columns of a statement: only names in the table's policy may become SQL. Callers reject all others, but this
 * check does not rely on that.
 */
function listed(table: TablePolicy, names: readonly string[]): readonly string[] {
  const stranger = names.find((name) => !Object.hasOwn(table.columns, name))
  if (stranger !== undefined) throw new Error(`column not in the policy of ${table.name}`)
  return names
}

/** `json_to_recordset` converts the posted rows into typed ones, so a thousand rows are one parameter. */
function insertText(table: TablePolicy, names: readonly string[]): string {
  const columns = listed(table, names)
  const typed = columns.map((name) => `"${name}" ${table.columns[name]}`).join(', ')
  return (
    `insert into public."${table.name}" (${quotedNames(columns)}) ` +
    `select ${quotedNames(columns)} from json_to_recordset($1) as _(${typed})`
  )
}

/** Inserts the rows, with all columns that a visitor may set, as a prepared statement; returns their number. */
export async function insertRows(tx: Transaction, table: TablePolicy, rows: readonly Row[]): Promise<number> {
  const { rowCount } = await tx.query(
    insertText(table, Object.keys(table.columns)),
    [JSON.stringify(rows)],
    `arrivals in ${table.name}`,
  )
  return rowCount
}

export interface EarlierRow {
  /** Whether the row is still open for the team. */
  isOpen: boolean
  /** Whether it was stored within the last two minutes. */
  isRecent: boolean
}

export async function fetchEarlier(
  tx: Transaction,
  table: TableName,
  id: string,
): Promise<EarlierRow | undefined> {
  const { rows } = await tx.query<EarlierRow>(
    `select status in ('new', 'spam?', 'confirmed') as "isOpen",
       created_at > now() - interval '2 minutes' as "isRecent"
     from public."${table}" where id = $1`,
    [id],
  )
  return rows[0]
}

/** The number of rows that an upsert has updated. */
export async function fetchUpdated(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int as count`,
  )
  return rows[0]?.count ?? 0
}
