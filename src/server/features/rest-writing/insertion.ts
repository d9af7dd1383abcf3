import { readSelect, type Shape } from '#server/lib/query-grammar/query-string.ts'
import { Refusal, unparsable } from '#server/lib/query-grammar/refusal.ts'
import type { Form, Query, Row } from '#server/lib/query-grammar/types.ts'
import { invalidJson } from '#server/lib/rest/refusal.ts'
import type { Preferences } from '#server/lib/rest/types.ts'

const names = /^(?:"[^"]+"|[^",]+)(?:,(?:"[^"]+"|[^",]+))*$/

/** Column names from a query parameter, `"a","b"` or `a,b`. */
function readNames(parameter: string, value: unknown): string[] {
  if (typeof value !== 'string' || !names.test(value)) {
    throw unparsable(`${parameter} parameter`)
  }
  return value.split(',').map((name) => name.replaceAll('"', ''))
}

function readRows(body: unknown): Row[] {
  const rows = Array.isArray(body) ? body : [body]
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row)
  if (!rows.every(isRow)) throw invalidJson()
  return rows as Row[]
}

/** Without `columns` the first row names them, and the others must agree. */
function commonKeys(rows: readonly Row[]): string[] {
  const keys = Object.keys(rows[0] ?? {})
  const agrees = (row: Row) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  if (!rows.every(agrees)) throw new Refusal('PGRST102', 'All object keys must match')
  return keys
}

/** One POST, read but not yet judged; its names are still unresolved. */
export interface Insertion {
  rows: readonly Row[]
  /** Columns written, in order; what a row has beyond them is ignored. */
  columns: readonly string[]
  /** Whether each row has exactly these columns. */
  isUniform: boolean
  conflict: readonly string[] | null
  /** What of the stored rows is answered, when they are asked for. */
  shape: Shape
  preferences: Preferences
  /** Whether the sender accepts nothing but exactly one row. */
  isSingular: boolean
}

/** Throws when the parts of a POST contradict each other; names and values are judged later. */
export function readInsertion(query: Query, body: unknown, preferences: Preferences, form: Form): Insertion {
  const stray = Object.keys(query).find((name) => !['columns', 'select', 'on_conflict'].includes(name))
  if (stray !== undefined) {
    throw unparsable(`${stray.slice(0, 100)} parameter`, 'rows to insert take no filters, order or page')
  }
  if (query.on_conflict !== undefined && preferences.resolution === null) {
    throw unparsable(
      'on_conflict parameter',
      'it needs the preference resolution, which says what becomes of them',
    )
  }
  const rows = readRows(body)
  const isUniform = query.columns === undefined
  return {
    rows,
    columns: [...new Set(isUniform ? commonKeys(rows) : readNames('columns', query.columns))],
    isUniform,
    conflict: query.on_conflict === undefined ? null : readNames('on_conflict', query.on_conflict),
    shape: { select: readSelect(query) },
    preferences,
    isSingular: form === 'object',
  }
}
