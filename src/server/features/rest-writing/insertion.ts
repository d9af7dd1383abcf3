import { Refusal, unknownColumn, unparsable } from '#server/lib/query-grammar/refusal.ts'
import type { Query, Row } from '#server/lib/query-grammar/types.ts'
import { invalidJson } from '#server/lib/rest/refusal.ts'
import type { Preferences } from '#server/lib/rest/types.ts'
import type { TablePolicy } from './policy.ts'
import type { Insertion } from './types.ts'

const names = /^(?:"[^"]+"|[^",]+)(?:,(?:"[^"]+"|[^",]+))*$/

/** Column names from a query parameter, `"a","b"` or `a,b`. */
export function readNames(parameter: string, value: unknown): string[] {
  if (typeof value !== 'string' || !names.test(value)) {
    throw unparsable(`${parameter} parameter`)
  }
  return value.split(',').map((name) => name.replaceAll('"', ''))
}

export function readRows(body: unknown): Row[] {
  const rows = Array.isArray(body) ? body : [body]
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row)
  if (!rows.every(isRow)) throw invalidJson()
  return rows as Row[]
}

/** Without `columns` the first row names them, and the others must agree. */
export function commonKeys(rows: readonly Row[]): string[] {
  const keys = Object.keys(rows[0] ?? {})
  const agrees = (row: Row) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  if (!rows.every(agrees)) throw new Refusal('PGRST102', 'All object keys must match')
  return keys
}

function readSelect(table: TablePolicy, value: unknown): readonly string[] {
  const known = Object.keys(table.columns)
  if (value === undefined || value === '*') return known
  const select = readNames('select', value)
  const stranger = select.find((name) => !known.includes(name))
  if (stranger) throw unknownColumn(table.name, stranger)
  return select
}

/** What one POST asks to insert. Throws when its parts contradict each other; the values are judged later. */
export function readInsertion(
  table: TablePolicy,
  query: Query,
  body: unknown,
  preferences: Preferences,
  singular: boolean,
): Insertion {
  const taken = preferences.resolution ? ['columns', 'select', 'on_conflict'] : ['columns', 'select']
  if (!Object.keys(query).every((name) => taken.includes(name))) {
    throw new Refusal('PGRST100', `the query string may hold ${taken.join(', ')} only`)
  }
  const rows = readRows(body)
  const columns = query.columns === undefined ? commonKeys(rows) : readNames('columns', query.columns)
  return {
    rows,
    columns: [...new Set(columns)],
    isUniform: query.columns === undefined,
    preferences,
    select: readSelect(table, query.select),
    singular,
  }
}
