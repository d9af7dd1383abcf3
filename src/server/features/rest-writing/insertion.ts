import type { JsonRow } from '#server/lib/query-grammar/queries.ts'
import { type Query, readSelect, type SelectList } from '#server/lib/query-grammar/query-string.ts'
import { invalidJson, RestRefusal, unparsable } from '#server/lib/query-grammar/refusal.ts'
import type { Preferences, ResponseFormat } from '#server/lib/rest/headers.ts'

const names = /^(?:"[^"]+"|[^",]+)(?:,(?:"[^"]+"|[^",]+))*$/

/** Column names in a query parameter: `"a","b"` or `a,b`. */
function readNames(parameter: string, value: unknown): string[] {
  if (typeof value !== 'string' || !names.test(value)) {
    throw unparsable(`${parameter} parameter`)
  }
  return value.split(',').map((name) => name.replaceAll('"', ''))
}

/** Returns the body if it is one JSON object; otherwise throws. */
export function readRow(body: unknown): JsonRow {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonRow
  throw invalidJson()
}

/** Without `columns`, the first row determines the keys, and the other rows must have the same keys. */
function commonKeys(rows: readonly JsonRow[]): string[] {
  const keys = Object.keys(rows[0] ?? {})
  const agrees = (row: JsonRow) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  if (!rows.every(agrees)) throw new RestRefusal('PGRST102', 'All object keys must match')
  return keys
}

/** A parsed POST whose names are not resolved yet. */
export interface Insertion {
  rows: readonly JsonRow[]
  /** The columns to write, in order. Other keys in a row are ignored. */
  columns: readonly string[]
  /** True if each row has exactly these columns. */
  isUniform: boolean
  conflict: readonly string[] | null
  /** The columns of the response if the stored rows are requested. */
  select: SelectList
  preferences: Preferences
  /** True if the client accepts only a response with exactly one row. */
  isSingular: boolean
}

/** Throws if parts of a POST contradict each other. Names and values are checked later. */
export function readInsertion(query: Query, body: unknown, preferences: Preferences, form: ResponseFormat): Insertion {
  const stray = Object.keys(query).find((name) => !['columns', 'select', 'on_conflict'].includes(name))
  if (stray !== undefined) {
    throw unparsable(`${stray.slice(0, 100)} parameter`, 'an insert accepts no filters, order or range')
  }
  if (query.on_conflict !== undefined && preferences.resolution === null) {
    throw unparsable('on_conflict parameter', 'it requires the preference resolution')
  }
  const rows = (Array.isArray(body) ? body : [body]).map(readRow)
  const isUniform = query.columns === undefined
  return {
    rows,
    columns: [...new Set(isUniform ? commonKeys(rows) : readNames('columns', query.columns))],
    isUniform,
    conflict: query.on_conflict === undefined ? null : readNames('on_conflict', query.on_conflict),
    select: readSelect(query),
    preferences,
    isSingular: form === 'object',
  }
}
