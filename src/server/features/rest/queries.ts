import type { Transaction } from '#server/lib/db/database.ts'
import { Bound, type Statement } from './bound.ts'
import { conflictText } from './conflict.ts'
import {
  columnOf,
  columnsIn,
  lineText,
  named,
  quoted,
  quotedNames,
  rowText,
  strippedIf,
  typed,
  whereText,
} from './expressions.ts'
import type { Group } from './logic-tree.ts'
import { rowsOfPage, totalOf } from './page-queries.ts'
import type { TablePolicy } from './policy.ts'
import type { Reading, Shape } from './query-string.ts'
import type { Column, Page, Posting, Relation, Row } from './types.ts'

/**
 * The columns of a statement: only names that the table's policy lists may become SQL. Callers have refused
 * every other name before; this is the guard that does not depend on them.
 */
function listed(table: TablePolicy, names: readonly string[]): readonly string[] {
  const stranger = names.find((name) => !Object.hasOwn(table.columns, name))
  if (stranger !== undefined) throw new Error(`column not in the policy of ${table.name}`)
  return names
}

/** `json_to_recordset` turns the posted rows into typed ones, so a thousand rows are one parameter. */
function insertText(table: TablePolicy, names: readonly string[]): string {
  const columns = listed(table, names)
  const typed = columns.map((name) => `"${name}" ${table.columns[name]}`).join(', ')
  return (
    `insert into public."${table.name}" (${quotedNames(columns)}) ` +
    `select ${quotedNames(columns)} from json_to_recordset($1) as _(${typed})`
  )
}

/** Inserts the rows and says how many were stored. Needs no right to read. */
export async function insertRows(
  tx: Transaction,
  table: TablePolicy,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<number> {
  const { rowCount } = await tx.query(insertText(table, columns), [JSON.stringify(rows)])
  return rowCount
}

/** The same with all columns that a visitor may set, by a statement whose plan the connection keeps. */
export async function insertWholeRows(
  tx: Transaction,
  table: TablePolicy,
  rows: readonly Row[],
): Promise<number> {
  const { rowCount } = await tx.query(
    insertText(table, Object.keys(table.columns)),
    [JSON.stringify(rows)],
    `arrivals in ${table.name}`,
  )
  return rowCount
}

/** Inserts the rows and reads them back, which the caller's role must be allowed to do. */
export async function insertAndReadRows(
  tx: Transaction,
  table: TablePolicy,
  columns: readonly string[],
  rows: readonly Row[],
  select: readonly string[],
): Promise<{ count: number; body: string }> {
  const text =
    `with stored as (${insertText(table, columns)} returning ${quotedNames(listed(table, select))}) ` +
    `select count(*)::int as count, coalesce(json_agg(stored), '[]')::text as body from stored`
  const result = await tx.query<{ count: number; body: string }>(text, [JSON.stringify(rows)])
  return result.rows[0] ?? { count: 0, body: '[]' }
}

/**
 * The first statement of a request that is no visitor's insert: whether its session is still there, for a token that
 * names one, and the end of writing, for a request that only reads.
 */
export async function openRequest(
  tx: Transaction,
  asks: { isReading: boolean; hasSession: boolean; timeZone: string | null },
): Promise<boolean> {
  const parts = [
    ...(asks.isReading ? ["set_config('transaction_read_only', 'on', true)"] : []),
    ...(asks.timeZone === null ? [] : ["set_config('timezone', $1, true)"]),
    ...(asks.hasSession ? ['private.session_is_live() as live'] : []),
  ]
  if (parts.length === 0) return true
  const values = asks.timeZone === null ? undefined : [asks.timeZone]
  const { rows } = await tx.query<{ live?: boolean }>(`select ${parts.join(', ')}`, values)
  return !asks.hasSession || rows[0]?.live === true
}

export const asPage = (line: string, from: string, total = 'null') =>
  `select coalesce(string_agg(line, ','), '') as body, count(*)::int as rows, (${total})::float8 as total ` +
  `from (select ${line} as line from ${from}) as page`

/** What would have been checked at the commit, for a transaction that will have none. */
export async function checkDeferred(tx: Transaction): Promise<void> {
  await tx.query('set constraints all immediate')
}

/** Runs a statement that gives a page. */
export async function fetchPage(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rows } = await tx.query<Page>(text, values)
  return rows[0] ?? { body: '', rows: 0, total: null }
}

/** Runs a statement whose rows nobody asked for; gives how many it touched. */
export async function run(tx: Transaction, { text, values }: Statement): Promise<Page> {
  const { rowCount } = await tx.query(text, values)
  return { body: '', rows: rowCount, total: null }
}

/** One page of a table, and if asked for how many rows there are in all. */
export function pageStatement(relation: Relation, reading: Reading, hasTotal: boolean): Statement {
  const bound = new Bound()
  const where = whereText(relation, reading.where, bound)
  const line = strippedIf(reading.isStripped, lineText(relation, reading, bound))
  const rows = rowsOfPage(relation, reading, where, bound)
  const total = hasTotal ? totalOf(relation, reading, where, bound) : undefined
  return { text: asPage(line, rows, total), values: bound.values }
}

/** How many rows there are, counted up to so many. */
export function countStatement(relation: Relation, where: Group, most: number): Statement {
  const bound = new Bound()
  const from = `${named(relation)} as source${whereText(relation, where, bound)}`
  const text = `select count(*)::int as count from (select 1 from ${from} limit ${bound.of(most)}::bigint) as matching`
  return { text, values: bound.values }
}

export async function fetchCount(tx: Transaction, { text, values }: Statement): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

/** What PostgreSQL thinks how many rows there are, without looking at them. */
export function planStatement(relation: Relation, where: Group): Statement {
  const bound = new Bound()
  const from = `${named(relation)} as source${whereText(relation, where, bound)}`
  return { text: `explain (format json) select 1 from ${from}`, values: bound.values }
}

export async function fetchPlannedCount(tx: Transaction, { text, values }: Statement): Promise<number> {
  type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const { rows } = await tx.query<Plan>(text, values)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** A statement that changes rows, as it is or, to answer with the rows, as the source of a page. */
function returning(text: string, bound: Bound, relation: Relation, shape: Shape | null): Statement {
  if (!shape) return { text, values: bound.values }
  const columns = columnsIn(relation, shape.select).map(columnOf).join(', ') || 'true'
  const line = strippedIf(shape.isStripped, rowText(relation, shape.select, bound))
  const page = asPage(line, 'changed as source')
  return { text: `with changed as (${text} returning ${columns}) ${page}`, values: bound.values }
}

/** Sets these columns in all rows that the filters name, to the values of one JSON object. */
export function updateStatement(
  relation: Relation,
  columns: readonly Column[],
  row: Row,
  where: Group,
  shape: Shape | null,
): Statement {
  const bound = new Bound()
  const body = `json_to_record(${bound.of(JSON.stringify(row))}::json) as body (${typed(columns)})`
  const changes = columns.map(({ name }) => `${quoted(name)} = body.${quoted(name)}`).join(', ')
  const target = `${named(relation)} as source`
  const text = `update ${target} set ${changes} from ${body}${whereText(relation, where, bound)}`
  return returning(text, bound, relation, shape)
}

export function deleteStatement(relation: Relation, where: Group, shape: Shape | null): Statement {
  const bound = new Bound()
  const text = `delete from ${named(relation)} as source${whereText(relation, where, bound)}`
  return returning(text, bound, relation, shape)
}

/** How many rows an upsert found there already. */
export async function fetchUpdated(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int as count`,
  )
  return rows[0]?.count ?? 0
}

/** Inserts posted rows: one parameter, however many they are. */
export function insertStatement(relation: Relation, posting: Posting, shape: Shape | null): Statement {
  const bound = new Bound()
  const { columns, missingAsDefault } = posting
  const rows = `${bound.of(JSON.stringify(posting.rows))}::json`
  const value = ({ name, otherwise }: Column) => {
    if (!missingAsDefault) return `body.${quoted(name)}`
    const isMissing = `raw.item -> ${bound.of(name)}::text is null`
    return `case when ${isMissing} then ${otherwise ?? 'null'} else body.${quoted(name)} end`
  }
  const body = missingAsDefault
    ? `json_array_elements(${rows}) as raw (item), json_to_record(raw.item) as body (${typed(columns)})`
    : `json_to_recordset(${rows}) as body (${typed(columns)})`
  const names = columns.length === 0 ? '' : ` (${quotedNames(columns.map(({ name }) => name))})`
  const values = columns.map(value).join(', ')
  const from = columns.length === 0 ? `json_array_elements(${rows})` : body
  const text = `insert into ${named(relation)} as source${names} select ${values} from ${from}${conflictText(posting)}`
  return returning(text, bound, relation, shape)
}
