import type { CatalogColumn, Relation, Routine } from './catalog.ts'
import {
  columnsIn,
  lineText,
  named,
  orderText,
  type QueryStatement,
  quoted,
  quotedNames,
  rowText,
  StatementParameters,
  spanText,
  typed,
  whereText,
} from './expressions.ts'
import type { FilterGroup } from './filter.ts'
import type { ReadRequest, SelectList } from './query-string.ts'

/** A row as parsed JSON. */
export type JsonRow = Record<string, unknown>

/** Joins lines into a response body, and counts them. */
const asPage = (line: string, from: string, total = 'null') =>
  `select coalesce(string_agg(line, ','), '') as body, count(*)::int as rows, (${total})::float8 as total ` +
  `from (select ${line} as line from ${from}) as page`

/** Reads one page of a table and, if `isCounted`, the number of rows on all pages. */
export function pageStatement(relation: Relation, reading: ReadRequest, isCounted: boolean): QueryStatement {
  const bound = new StatementParameters()
  const line = rowText(relation, reading.select, bound)
  const matched = `${named(relation)} as source${whereText(relation, reading.where, bound)}`
  const page = `${matched}${orderText(relation, reading.order, bound)}${spanText(reading.span, bound)}`
  const total = isCounted ? `select count(*) from ${matched}` : undefined
  return { text: asPage(line, page, total), values: bound.values }
}

/**
 * Adds a `returning` clause to a statement that changes rows. A statement that returns rows becomes the source of a
 * page.
 */
function returning(
  text: string,
  bound: StatementParameters,
  relation: Relation,
  select: SelectList | null,
): QueryStatement {
  if (!select) return { text, values: bound.values }
  const page = asPage(rowText(relation, select, bound), 'changed as source')
  const columns = columnsIn(relation, select) || 'true'
  return { text: `with changed as (${text} returning ${columns}) ${page}`, values: bound.values }
}

/** Sets these columns to the values of one JSON object, in all rows that match the filters. */
export function updateStatement(
  relation: Relation,
  columns: readonly CatalogColumn[],
  row: JsonRow,
  where: FilterGroup,
  select: SelectList | null,
): QueryStatement {
  const bound = new StatementParameters()
  const body = `json_to_record(${bound.of(JSON.stringify(row))}::json) as body (${typed(columns)})`
  const changes = columns.map(({ name }) => `${quoted(name)} = body.${quoted(name)}`).join(', ')
  const target = `${named(relation)} as source`
  const text = `update ${target} set ${changes} from ${body}${whereText(relation, where, bound)}`
  return returning(text, bound, relation, select)
}

export function deleteStatement(relation: Relation, where: FilterGroup, select: SelectList | null): QueryStatement {
  const bound = new StatementParameters()
  const text = `delete from ${named(relation)} as source${whereText(relation, where, bound)}`
  return returning(text, bound, relation, select)
}

/** Tells an insert to update or ignore a row that already exists. */
export type ConflictResolution = 'merge-duplicates' | 'ignore-duplicates'

/** The rows of a POST request. The rows' columns are known to exist; the database checks everything else. */
export interface PostedRows {
  rows: readonly JsonRow[]
  columns: readonly CatalogColumn[]
  /** The columns that decide whether a row already exists. */
  conflict: readonly CatalogColumn[]
  resolution: ConflictResolution | null
  missingAsDefault: boolean
}

/** Inserts all posted rows, which are passed as a single parameter. */
export function insertStatement(relation: Relation, posting: PostedRows, select: SelectList | null): QueryStatement {
  const bound = new StatementParameters()
  const { columns, missingAsDefault } = posting
  const rows = `${bound.of(JSON.stringify(posting.rows))}::json`
  const value = ({ name, defaultText }: CatalogColumn) => {
    if (!missingAsDefault) return `body.${quoted(name)}`
    const isMissing = `raw.item -> ${bound.of(name)}::text is null`
    return `case when ${isMissing} then ${defaultText ?? 'null'} else body.${quoted(name)} end`
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

/** Counts the rows that an upsert updates. The caller does not need the right to read the rows. */
const countUpdated = `set_config('backline.updated',
  (coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int + 1)::text, true) is not null`

function conflictText({ columns, conflict, resolution }: PostedRows): string {
  if (resolution === null || (conflict.length === 0 && resolution === 'merge-duplicates')) return ''
  const target = conflict.length === 0 ? '' : ` (${quotedNames(conflict.map(({ name }) => name))})`
  if (resolution === 'ignore-duplicates' || columns.length === 0) return ` on conflict${target} do nothing`
  const changes = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return ` on conflict${target} do update set ${changes} where ${countUpdated}`
}

/** Arguments of a call by name: the values of a JSON object, or the strings from a query string. */
export interface CallArguments {
  isJson: boolean
  values: Readonly<Record<string, unknown>>
}

/** Returns a call with named arguments, and the source of their values. */
function callOf(routine: Routine, { isJson, values }: CallArguments, bound: StatementParameters) {
  const used = routine.arguments.filter(({ name }) => Object.hasOwn(values, name))
  const json = isJson && used.length > 0 ? bound.of(JSON.stringify(values)) : null
  const list = used.map(({ name, type }) => {
    const value = json ? `args.${quoted(name)}` : `${bound.of(String(values[name]))}::${type}`
    return `${quoted(name)} => ${value}`
  })
  return {
    call: `${named(routine)}(${list.join(', ')})`,
    args: json ? `json_to_record(${json}::json) as args (${typed(used)})` : '(values (true)) as args',
  }
}

/** A call that returns a scalar value or nothing. */
export function valueStatement(routine: Routine, given: CallArguments): QueryStatement {
  const bound = new StatementParameters()
  const { call, args } = callOf(routine, given, bound)
  const value = `coalesce(to_json(${call})::text, 'null')`
  const text = routine.isVoid ? `select ${call} from ${args}` : asPage(value, args)
  return { text, values: bound.values }
}

/** A call that returns rows, or a set of scalar values. The function is called once even if its rows are counted. */
export function rowsStatement(
  routine: Routine,
  given: CallArguments,
  reading: ReadRequest,
  isCounted: boolean,
): QueryStatement {
  const bound = new StatementParameters()
  const { relation, matched, rest } = matchedRows(routine, given, reading, bound)
  const line = routine.columns
    ? rowText(relation, reading.select, bound)
    : `coalesce(to_json(source.value)::text, 'null')`
  const total = isCounted ? 'select count(*) from matched' : undefined
  const page = asPage(line, `matched as source${rest}`, total)
  return { text: `with matched as materialized (${matched}) ${page}`, values: bound.values }
}

/** A call whose rows are returned as lines of CSV. */
export function linesStatement(routine: Routine, given: CallArguments, reading: ReadRequest): QueryStatement {
  const bound = new StatementParameters()
  const { relation, matched, rest } = matchedRows(routine, given, reading, bound)
  const line = lineText(relation, reading.select, bound)
  return { text: `select ${line} as line from (${matched}) as source${rest}`, values: bound.values }
}

function matchedRows(routine: Routine, given: CallArguments, reading: ReadRequest, bound: StatementParameters) {
  const { call, args } = callOf(routine, given, bound)
  const relation = { name: routine.name, columns: routine.columns ?? new Map<string, CatalogColumn>() }
  const source = `source${routine.columns ? '' : ' (value)'}`
  return {
    relation,
    matched: `select source.* from ${args}, ${call} as ${source}${whereText(relation, reading.where, bound)}`,
    rest: `${orderText(relation, reading.order, bound)}${spanText(reading.span, bound)}`,
  }
}
