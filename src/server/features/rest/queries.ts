import type { Transaction } from '#server/lib/db/database.ts'
import { Bound, type Statement } from './bound.ts'
import { conflictText } from './conflict.ts'
import {
  columnOf,
  columnsIn,
  lineText,
  named,
  orderText,
  quoted,
  quotedNames,
  rowText,
  spanText,
  typed,
  valueText,
  whereText,
} from './expressions.ts'
import { invocation } from './invocation.ts'
import type { Group } from './logic-tree.ts'
import { rowsOfPage, totalOf } from './page-queries.ts'
import type { TablePolicy } from './policy.ts'
import type { Reading } from './query-string.ts'
import type { SelectList } from './select-list.ts'
import type { Column, Given, Page, Posting, Relation, Routine, Row } from './types.ts'

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
  asks: { isReading: boolean; hasSession: boolean },
): Promise<boolean> {
  const parts = [
    ...(asks.isReading ? ["set_config('transaction_read_only', 'on', true)"] : []),
    ...(asks.hasSession ? ['private.session_is_live() as live'] : []),
  ]
  if (parts.length === 0) return true
  const { rows } = await tx.query<{ live?: boolean }>(`select ${parts.join(', ')}`)
  return !asks.hasSession || rows[0]?.live === true
}

/** Columns of a type that has some, without those dropped; of a domain the type below it, whose rules bind writers. */
const columnsOfType = (oid: string, key = 'null::smallint[]') => `(
  select json_agg(json_build_object('name', a.attname,
    'type', format_type(case t.typtype when 'd' then t.typbasetype else t.oid end, -1),
    'otherwise', case
      when a.attidentity <> '' then
        format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'isKey', coalesce(a.attnum = any (${key}), false)) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped)`

const byName = (columns: readonly Column[]) => new Map(columns.map((column) => [column.name, column]))

/** Every table and view; of a partitioned table the whole, not its parts. */
export async function readRelations(tx: Transaction): Promise<Map<string, Relation>> {
  const { rows } = await tx.query<{ name: string; columns: Column[] | null }>(
    `select c.relname as name, ${columnsOfType('c.oid', 'k.conkey')} as columns
    from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and not c.relispartition`,
  )
  return new Map(rows.map(({ name, columns }) => [name, { name, columns: byName(columns ?? []) }]))
}

type RoutineRow = Omit<Routine, 'columns'> & { columns: Column[] | null }

/** Every function that can be called by the names of its arguments; those of triggers cannot be called at all. */
export async function readRoutines(tx: Transaction): Promise<Map<string, Routine[]>> {
  const { rows } = await tx.query<RoutineRow>(
    `select p.proname as name, p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid",
      coalesce(args.inputs, '[]') as arguments, coalesce(args.outputs, ${columnsOfType('r.typrelid')}) as columns
    from pg_proc p join pg_type r on r.oid = p.prorettype
    cross join lateral (
      select
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1),
          'isRequired', a.place <= p.pronargs - p.pronargdefaults, 'isVariadic', a.mode = 'v') order by a.number)
          filter (where a.mode in ('i', 'b', 'v')) as inputs,
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1), 'otherwise', null,
          'isKey', false) order by a.number) filter (where a.mode in ('o', 'b', 't')) as outputs,
        coalesce(bool_or(a.mode in ('i', 'b', 'v') and coalesce(a.name, '') = ''), false) as unnamed
      from (
        select u.*, count(*) filter (where u.mode in ('i', 'b', 'v')) over (order by u.number) as place
        from (
          select number, type, p.proargnames[number::int] as name, coalesce(p.proargmodes[number::int], 'i') as mode
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as _ (type, number)
        ) u
      ) a
    ) args
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not args.unnamed
      and p.prorettype <> all (array['trigger', 'event_trigger']::regtype[])`,
  )
  const routines = new Map<string, Routine[]>()
  for (const { columns, ...row } of rows) {
    const routine = { ...row, columns: columns && byName(columns) }
    routines.set(routine.name, [...(routines.get(routine.name) ?? []), routine])
  }
  return routines
}

const asPage = (line: string, from: string, total = 'null') =>
  `select coalesce(string_agg(line, ','), '') as body, count(*)::int as rows, (${total})::float8 as total ` +
  `from (select ${line} as line from ${from}) as page`

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
  const line = lineText(relation, reading, bound)
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
function returning(text: string, bound: Bound, relation: Relation, select: SelectList | null): Statement {
  if (!select) return { text, values: bound.values }
  const columns = columnsIn(relation, select).map(columnOf).join(', ') || 'true'
  const page = asPage(rowText(relation, select, bound), 'changed as source')
  return { text: `with changed as (${text} returning ${columns}) ${page}`, values: bound.values }
}

/** Sets these columns in all rows that the filters name, to the values of one JSON object. */
export function updateStatement(
  relation: Relation,
  columns: readonly Column[],
  row: Row,
  where: Group,
  select: SelectList | null,
): Statement {
  const bound = new Bound()
  const body = `json_to_record(${bound.of(JSON.stringify(row))}::json) as body (${typed(columns)})`
  const changes = columns.map(({ name }) => `${quoted(name)} = body.${quoted(name)}`).join(', ')
  const target = `${named(relation)} as source`
  const text = `update ${target} set ${changes} from ${body}${whereText(relation, where, bound)}`
  return returning(text, bound, relation, select)
}

export function deleteStatement(relation: Relation, where: Group, select: SelectList | null): Statement {
  const bound = new Bound()
  const text = `delete from ${named(relation)} as source${whereText(relation, where, bound)}`
  return returning(text, bound, relation, select)
}

/** How many rows an upsert found there already. */
export async function fetchUpdated(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int as count`,
  )
  return rows[0]?.count ?? 0
}

/** Inserts posted rows: one parameter, however many they are. */
export function insertStatement(relation: Relation, posting: Posting, select: SelectList | null): Statement {
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
  return returning(text, bound, relation, select)
}

/** A call that gives one bare value, or nothing. */
export function valueStatement(routine: Routine, given: Given): Statement {
  const bound = new Bound()
  const { call, args } = invocation(routine, given, bound)
  const text = routine.isVoid
    ? `select ${call} from ${args}`
    : asPage(`coalesce(to_json(${call})::text, 'null')`, args)
  return { text, values: bound.values }
}

/**
 * A call that gives rows, or a set of bare values, called once however it is counted. `page` is one page of them, whose
 * total may be asked for; `lines` are rows of the answer of any number.
 */
export function rowsStatement(
  routine: Routine,
  given: Given,
  reading: Reading,
  shape: 'page' | 'counted' | 'lines',
): Statement {
  const bound = new Bound()
  const { call, args } = invocation(routine, given, bound)
  const relation = { name: routine.name, columns: routine.columns ?? new Map<string, Column>() }
  const where = whereText(relation, reading.where, bound)
  const matched = `select source.* from ${args}, ${call} as source${routine.columns ? '' : ' (value)'}${where}`
  const line = routine.columns ? lineText(relation, reading, bound) : valueText(reading.form)
  const rest = `${orderText(relation, reading.order, bound)}${spanText(reading, bound)}`
  const { values } = bound
  if (shape === 'lines') return { text: `select ${line} as line from (${matched}) as source${rest}`, values }
  const page = asPage(
    line,
    `matched as source${rest}`,
    shape === 'counted' ? 'select count(*) from matched' : undefined,
  )
  return { text: `with matched as materialized (${matched}) ${page}`, values }
}
