import { commonKeys, readNames, readRows } from './insertion.ts'
import { fetchPage, fetchUpdated, insertStatement, run } from './queries.ts'
import { readSelect } from './query-string.ts'
import { notSingular, unknownKey, unparsable } from './refusal.ts'
import { asCaller, columnsNamed, type Desk, relationOf } from './request.ts'
import type { SelectList } from './select-list.ts'
import type { Caller, Page, Preferences, Query, Relation, Row } from './types.ts'

/** One POST of somebody signed in, its names still unresolved. */
export interface Post {
  rows: readonly Row[]
  columns: readonly string[]
  conflict: readonly string[] | null
  select: SelectList
  preferences: Preferences
  isSingular: boolean
}

export function readPost(query: Query, body: unknown, preferences: Preferences, isSingular: boolean): Post {
  const stray = Object.keys(query).find((name) => !['columns', 'select', 'on_conflict'].includes(name))
  if (stray !== undefined) throw unparsable('query string', 'rows to insert take no filters')
  const rows = readRows(body)
  return {
    rows,
    columns: [
      ...new Set(query.columns === undefined ? commonKeys(rows) : readNames('columns', query.columns)),
    ],
    conflict: query.on_conflict === undefined ? null : readNames('on_conflict', query.on_conflict),
    select: readSelect(query),
    preferences,
    isSingular,
  }
}

/** What came of a POST: its rows, and whether one of them is new. */
export type Posted = Page & { isNew: boolean; keys: readonly string[] }

/** Inserts the rows, as far as grants and policies let the caller: all of them or none. */
export async function post(desk: Desk, caller: Caller, table: string, wanted: Post): Promise<Posted> {
  const { preferences, rows, isSingular } = wanted
  const isAnswered = preferences.return !== 'minimal'
  const { statement, keys } = await desk.catalogue.resolve((catalogue) =>
    statementOf(relationOf(catalogue, table), wanted),
  )
  if (isSingular && rows.length !== 1) throw notSingular(rows.length)
  return asCaller(desk, caller, false, async (tx) => {
    if (rows.length === 0) return { body: '', rows: 0, total: null, isNew: true, keys }
    const page = await (isAnswered ? fetchPage : run)(tx, statement)
    if (isSingular && preferences.return === 'representation' && page.rows !== 1) throw notSingular(page.rows)
    const updated = preferences.resolution === 'merge-duplicates' ? await fetchUpdated(tx) : 0
    return { ...page, isNew: updated === 0 || updated < page.rows, keys }
  })
}

function statementOf(relation: Relation, wanted: Post) {
  const { preferences, conflict } = wanted
  const isKey = [...relation.columns.values()].filter((column) => column.isKey)
  const keys = isKey.map(({ name }) => name)
  const address: SelectList = keys.map((column) => ({ path: { column, steps: [] }, alias: null, cast: null }))
  const select = { minimal: null, representation: wanted.select, 'headers-only': address }[preferences.return]
  const posting = {
    rows: wanted.rows,
    columns: columnsNamed(relation, wanted.columns, unknownKey),
    conflict: conflict === null ? isKey : columnsNamed(relation, conflict),
    resolution: preferences.resolution,
    missingAsDefault: preferences.missingAsDefault,
  }
  return { statement: insertStatement(relation, posting, select), keys }
}
