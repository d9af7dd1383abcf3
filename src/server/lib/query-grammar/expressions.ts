import type { CatalogColumn, Relation } from './catalog.ts'
import type { FilterCondition, FilterGroup } from './filter.ts'
import type { OrderTerm, RowSpan, SelectItem, SelectList } from './query-string.ts'
import { unknownColumn } from './refusal.ts'
import type { ColumnPath } from './scanner.ts'

/**
 * The parameters of a statement. The statement's text contains only placeholders, such as `$1`, instead of the values.
 */
export class StatementParameters {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder, such as `$3`. */
  of(value: string | number): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export interface QueryStatement {
  text: string
  values: readonly unknown[]
}

/** Quotes a catalog name for SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quotedNames = (names: readonly string[]) => names.map(quoted).join(', ')

export const named = ({ name }: { name: string }) => `public.${quoted(name)}`

/** Column definitions for `json_to_record`. */
export const typed = (columns: readonly { name: string; type: string }[]) =>
  columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')

/** Returns a column of `source`, the alias that every statement uses. */
const columnOf = ({ name }: CatalogColumn) => `source.${quoted(name)}`

function find(relation: Relation, path: ColumnPath): CatalogColumn {
  const column = relation.columns.get(path.column)
  if (!column) throw unknownColumn(relation.name, path.column)
  return column
}

/**
 * Returns the value at a path, and its type. A value that is not JSON is converted before an arrow operator is applied.
 */
function valueAt(relation: Relation, path: ColumnPath, bound: StatementParameters): { text: string; type: string } {
  const column = find(relation, path)
  if (path.steps.length === 0) return { text: columnOf(column), type: column.type }
  const isJson = column.type === 'json' || column.type === 'jsonb'
  let text = isJson ? columnOf(column) : `to_jsonb(${columnOf(column)})`
  let type = column.type === 'json' ? 'json' : 'jsonb'
  for (const { key, asText } of path.steps) {
    text = `(${text} ${asText ? '->>' : '->'} ${bound.of(key)}::${typeof key === 'number' ? 'integer' : 'text'})`
    if (asText) type = 'text'
  }
  return { text, type }
}

function operand({ value, quantifier }: FilterCondition, type: string, bound: StatementParameters): string {
  if (typeof value !== 'string') return `(${value.map((item) => `${bound.of(item)}::${type}`).join(', ')})`
  return quantifier ? `${quantifier} (${bound.of(value)}::${type}[])` : `${bound.of(value)}::${type}`
}

function conditionText(relation: Relation, condition: FilterCondition, bound: StatementParameters): string {
  const { operator, value, configuration } = condition
  const { text, type } = valueAt(relation, condition.path, bound)
  switch (operator.takes) {
    case 'value':
      return `${text} ${operator.sql} ${operand(condition, type, bound)}`
    case 'pattern':
      return `${text} ${operator.sql} ${operand(condition, 'text', bound)}`
    case 'list':
      // SQL has no empty list, so the condition is false. The statement still names the column, because it must use
      // every parameter, including those in the column's path.
      return value.length === 0 ? `(${text} is null and false)` : `${text} in ${operand(condition, type, bound)}`
    case 'state':
      return `${text} is ${String(value)}`
    case 'words': {
      const language = configuration === null ? '' : `${bound.of(configuration)}::regconfig, `
      const words = type === 'tsvector' ? text : `to_tsvector(${language}${text})`
      return `${words} @@ ${operator.sql}(${language}${operand(condition, 'text', bound)})`
    }
  }
}

function termText(relation: Relation, term: FilterGroup | FilterCondition, bound: StatementParameters): string {
  const text =
    term.kind === 'condition'
      ? conditionText(relation, term, bound)
      : term.terms.map((inner) => termText(relation, inner, bound)).join(` ${term.kind} `)
  return term.isNegated ? `not (${text})` : `(${text})`
}

/** Returns ` where …`, or an empty string if there are no filters. */
export const whereText = (relation: Relation, where: FilterGroup, bound: StatementParameters): string =>
  where.terms.length === 0 ? '' : ` where ${termText(relation, where, bound)}`

/** Returns ` order by …`, or an empty string if there is no order. */
export function orderText(relation: Relation, order: readonly OrderTerm[], bound: StatementParameters): string {
  const terms = order.map(({ path, isDescending, nulls }) => {
    const direction = `${isDescending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`
    return `${valueAt(relation, path, bound).text}${direction}`
  })
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`
}

/** Returns ` limit … offset …`. */
export const spanText = ({ limit, offset }: RowSpan, bound: StatementParameters) =>
  ` limit ${bound.of(limit)}::bigint offset ${bound.of(offset)}::bigint`

const everyColumn = ({ columns }: Relation): SelectItem[] =>
  [...columns.keys()].map((column) => ({ path: { column, steps: [] }, alias: null, cast: null }))

const itemsOf = (relation: Relation, select: SelectList): SelectItem[] =>
  select.flatMap((item) => (item === '*' ? everyColumn(relation) : item))

/** The columns in the select list, for `returning`. */
export const columnsIn = (relation: Relation, select: SelectList): string =>
  [...new Set(itemsOf(relation, select).map(({ path }) => columnOf(find(relation, path))))].join(', ')

/** The names of the values in the response. Each name is an alias or the last name of a path. */
export const namesIn = (relation: Relation, select: SelectList): string[] => itemsOf(relation, select).map(nameOf)

function nameOf({ alias, path }: SelectItem): string {
  const key = path.steps.findLast((step) => typeof step.key === 'string')?.key
  return alias ?? (key === undefined ? path.column : String(key))
}

function itemText(relation: Relation, { path, cast }: SelectItem, bound: StatementParameters): string {
  const { text } = valueAt(relation, path, bound)
  return cast === null ? text : `(${text})::${cast}`
}

/** Returns a row as JSON text. Names in the response come from the client, so they are bound as values. */
export function rowText(relation: Relation, select: SelectList, bound: StatementParameters): string {
  const members = itemsOf(relation, select).map((item, index) => {
    const key = `${index === 0 ? '' : ','}${JSON.stringify(nameOf(item))}:`
    const value = itemText(relation, item, bound)
    return `${bound.of(key)}::text || coalesce(to_json(${value})::text, 'null')`
  })
  return ["'{'", ...members, "'}'"].join(' || ')
}

/**
 * Returns a row as a line of CSV, inside JSON text. PostgreSQL's composite format follows RFC 4180 but doubles
 * backslashes; this undoes the doubling.
 */
export function lineText(relation: Relation, select: SelectList, bound: StatementParameters): string {
  const values = itemsOf(relation, select).map((item) => itemText(relation, item, bound))
  return String.raw`to_json(replace(left(right(row(${values.join(', ')})::text, -1), -1), '\\', '\'))::text`
}
