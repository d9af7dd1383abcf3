import { type FilterGroup, joinFilters, readFilter, readGroup } from './filter.ts'
import { notEmbedded, outOfRange, RestRefusal, unparsable, unrelated } from './refusal.ts'
import { type ColumnPath, readAlias, readPath, Scanner } from './scanner.ts'

/** The parameters in a URL; a repeated parameter is an array. */
export type Query = Readonly<Record<string, unknown>>

export interface SelectItem {
  path: ColumnPath
  alias: string | null
  cast: string | null
}

/** The values in the response: all columns, or a path with an optional alias and cast. */
export type SelectList = readonly ('*' | SelectItem)[]

export interface OrderTerm {
  path: ColumnPath
  isDescending: boolean
  nulls: 'first' | 'last' | null
}

export interface RowSpan {
  offset: number
  limit: number
}

/** A parsed read request. It is not yet known whether the names in the request exist. */
export interface ReadRequest {
  select: SelectList
  where: FilterGroup
  order: readonly OrderTerm[]
  span: RowSpan
}

const groups = new Set(['and', 'or', 'not.and', 'not.or'])
const shaping = ['select', 'order', 'limit', 'offset'] as const

/** A parameter for rows from another table, such as `people.order` or `people.name`. */
const embedded = /^([\p{L}\p{N}_$ ]+)\../u

/** True for parameters that are never column filters. */
export const isReserved = (name: string) => groups.has(name) || shaping.some((known) => known === name)

/** Reads the parts of a query string. Parameters for which `isArgument` is true are a function's arguments. */
export function parseReadRequest(query: Query, span: RowSpan, isArgument?: (name: string) => boolean): ReadRequest {
  const order = readSingle(query, 'order')
  return {
    select: readSelect(query),
    where: readFilters(query, isArgument),
    order: order === undefined ? [] : readOrdering(order),
    span,
  }
}

function readSingle(query: Query, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  throw unparsable(`${name} parameter`, 'it occurs more than once')
}

/** Each parameter that is neither reserved nor an argument is a filter. All filters are joined with `and`. */
function readFilters(query: Query, isArgument: (name: string) => boolean = () => false): FilterGroup {
  const terms: FilterGroup['terms'][number][] = []
  for (const [name, values] of Object.entries(query)) {
    const [, resource] = embedded.exec(name) ?? []
    const isGroup = groups.has(name)
    if (!isGroup && (isReserved(name) || isArgument(name))) continue
    if (!isGroup && resource !== undefined) throw notEmbedded(resource)
    for (const value of [values].flat()) {
      terms.push(isGroup ? readGroup(name, String(value)) : readFilter(name, String(value)))
    }
  }
  return joinFilters(terms)
}

/**
 * Reads the filters of a statement that changes rows. Refuses paging parameters, because a limit would have no effect.
 */
export function readTargets(query: Query): FilterGroup {
  const stray = ['order', 'limit', 'offset', 'columns'].find((name) => query[name] !== undefined)
  if (stray) throw unparsable(`${stray} parameter`, 'rows to change are selected by filters only')
  return readFilters(query)
}

/** The types to which a value can be cast, by the names that clients use. */
const castable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text: ['text', 'varchar', 'character varying'],
    smallint: ['smallint', 'int2'],
    integer: ['integer', 'int', 'int4'],
    bigint: ['bigint', 'int8'],
    numeric: ['numeric', 'decimal'],
    real: ['real', 'float4'],
    'double precision': ['double precision', 'float8', 'float'],
    boolean: ['boolean', 'bool'],
    uuid: ['uuid'],
    date: ['date'],
    time: ['time'],
    timestamp: ['timestamp'],
    timestamptz: ['timestamptz', 'timestamp with time zone'],
    interval: ['interval'],
    json: ['json'],
    jsonb: ['jsonb'],
  }).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
)

const mostItems = 200

export function readSelect(query: Query): SelectList {
  const text = readSingle(query, 'select')
  if (text === undefined) return ['*']
  const scanner = new Scanner(text, 'select parameter')
  const items: ('*' | SelectItem)[] = []
  do {
    if (items.length === mostItems) scanner.fail(`At most ${mostItems} columns in one request`)
    items.push(scanner.take(/\s*\*/y) ? '*' : readItem(scanner))
  } while (scanner.take(/\s*,/y))
  scanner.end()
  return items
}

/** A PostgREST aggregate function, with or without a cast before it. */
const aggregate = /(?:::[a-z][a-z0-9 ]*)?\.(?:avg|count|max|min|sum)\(\)/iy

function readItem(scanner: Scanner): SelectItem {
  scanner.take(/\s*/y)
  const alias = readAlias(scanner)
  const path = readPath(scanner)
  if (scanner.take(aggregate) || (path.column === 'count' && scanner.take(/\(\)/y))) {
    throw new RestRefusal(
      'PGRST123',
      'Use of aggregate functions is not allowed',
      'Request a count with Prefer: count=exact, or write a database function',
    )
  }
  if (scanner.take(/[(!]/y)) throw unrelated(path.column)
  return { path, alias, cast: scanner.take(/::/y) ? readCast(scanner) : null }
}

function readCast(scanner: Scanner): string {
  const name = scanner
    .expect(/[a-z][a-z0-9 ]*/iy)[0]
    .trim()
    .toLowerCase()
  const type = castable.get(name)
  if (type) return type
  throw unparsable('select parameter', null, `Values can be cast to ${[...castable.keys()].join(', ')}`)
}

const mostOrderTerms = 20

/** Reads an order such as `name.desc.nullslast,id`. */
function readOrdering(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order parameter')
  const terms: OrderTerm[] = []
  do {
    if (terms.length === mostOrderTerms) scanner.fail(`At most ${mostOrderTerms} columns to order by`)
    scanner.take(/\s*/y)
    const path = readPath(scanner)
    if (scanner.take(/\(/y)) throw notEmbedded(path.column)
    const direction = scanner.take(/\.(asc|desc)(?![a-z])/y)?.[1]
    const nulls = scanner.take(/\.nulls(first|last)(?![a-z])/y)?.[1]
    terms.push({
      path,
      isDescending: direction === 'desc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    })
  } while (scanner.take(/,/y))
  scanner.end()
  return terms
}

/** Maximum rows per response, even if the request has a larger limit. */
const mostRows = 1000

/**
 * Returns the rows that `limit`, `offset` and a `Range` header select together. Ranges in units other than rows
 * are ignored. For exports, `most` is higher, because their rows are streamed.
 */
export function readSpan(query: Query, range: string | undefined, most = mostRows): RowSpan {
  const offset = readNumber(query, 'offset', 0)
  const end = offset + readNumber(query, 'limit', Number.MAX_SAFE_INTEGER)
  const [, from = '0', to] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range ?? '') ?? []
  if (to !== undefined && Number(to) < Number(from)) throw outOfRange('the range ends before it begins')
  const start = Math.max(offset, Number(from))
  const last = to === undefined ? end : Math.min(end, Number(to) + 1)
  return { offset: start, limit: Math.min(most, Math.max(0, last - start)) }
}

function readNumber(query: Query, name: 'limit' | 'offset', otherwise: number): number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) throw unparsable(`${name} parameter`)
  if (Number(text) < 0) throw outOfRange(`${name} is negative`)
  return Number(text)
}
