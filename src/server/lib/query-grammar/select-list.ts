import { type ColumnPath, readAlias, readPath } from './column-path.ts'
import { Refusal, unparsable } from './refusal.ts'
import { Scanner } from './scanner.ts'

/** The values of the answer: every column, or a path, perhaps with an alias and a cast. */
export type SelectList = readonly ('*' | SelectItem)[]

export interface SelectItem {
  path: ColumnPath
  alias: string | null
  cast: string | null
  /** Whether it asks for rows of a table of this name, which PostgREST would embed; what follows it is not read. */
  isEmbedded?: true
}

/** Types for casts, by the names that clients use. */
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

export function readSelectList(text: string): SelectList {
  const scanner = new Scanner(text, 'select parameter')
  const items: ('*' | SelectItem)[] = []
  do {
    if (items.length === mostItems) scanner.fail(`At most ${mostItems} columns in one request`)
    const item = scanner.take(/\s*\*/y) ? '*' : readItem(scanner)
    items.push(item)
    if (item !== '*' && item.isEmbedded) return items
  } while (scanner.take(/\s*,/y))
  scanner.end()
  return items
}

function readItem(scanner: Scanner): SelectItem {
  scanner.take(/\s*/y)
  const isSpread = scanner.take(/\.\.\./y)
  const alias = readAlias(scanner)
  const path = readPath(scanner)
  const isCount = path.column === 'count' && scanner.take(/\(\)/y)
  if (isCount || scanner.take(aggregate)) throw aggregated()
  if (scanner.take(/[(!]/y)) return { path, alias, cast: null, isEmbedded: true }
  if (isSpread) scanner.fail()
  return { path, alias, cast: scanner.take(/::/y) ? readCast(scanner) : null }
}

function readCast(scanner: Scanner): string {
  const name = scanner
    .expect(/[a-z][a-z0-9 ]*/iy)[0]
    .trim()
    .toLowerCase()
  const type = castable.get(name)
  if (type) return type
  throw unparsable('select parameter', null, `Values can be had as ${[...castable.keys()].join(', ')}`)
}

/** An aggregate function of PostgREST, also after a cast. */
const aggregate = /(?:::[a-z][a-z0-9 ]*)?\.(?:avg|count|max|min|sum)\(\)/iy

const aggregated = () =>
  new Refusal(
    'PGRST123',
    'Use of aggregate functions is not allowed',
    'Ask for a count by Prefer: count=exact, or write a function that adds up',
  )
