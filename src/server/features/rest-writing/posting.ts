import { columnsNamed, type Relation, relationOf } from '#server/lib/query-grammar/catalog.ts'
import type { QueryStatement } from '#server/lib/query-grammar/expressions.ts'
import type { FilterGroup } from '#server/lib/query-grammar/filter.ts'
import { deleteStatement, insertStatement, type JsonRow, updateStatement } from '#server/lib/query-grammar/queries.ts'
import type { SelectList } from '#server/lib/query-grammar/query-string.ts'
import { notSingular, RestRefusal, unknownKey } from '#server/lib/query-grammar/refusal.ts'
import { asCaller, type Caller } from '#server/lib/rest/caller.ts'
import type { RestContext } from '#server/lib/rest/catalog.ts'
import type { Preferences } from '#server/lib/rest/headers.ts'
import { fetchPage, type ResultPage, runStatement } from '#server/lib/rest/queries.ts'
import type { Insertion } from './insertion.ts'
import { fetchUpdated } from './queries.ts'

/** The result of a POST: the rows, whether any row is new, and the key's columns. */
export type InsertResult = ResultPage & { isNew: boolean; keys: readonly string[] }

/** Inserts all rows or none; grants and policies must allow every row. */
export async function insertRowsAsCaller(
  context: RestContext,
  caller: Caller,
  table: string,
  insertion: Insertion,
): Promise<InsertResult> {
  const { rows, isSingular, preferences } = insertion
  const { statement, keys } = await context.catalog.resolve((catalog) =>
    planInsertion(relationOf(catalog, table), insertion),
  )
  if (isSingular && rows.length !== 1) throw notSingular(rows.length)
  return asCaller(context, caller, { isReading: false }, async (tx) => {
    if (rows.length === 0) return { ...noRows, isNew: true, keys }
    const page = await (preferences.return === 'minimal' ? runStatement : fetchPage)(tx, statement)
    if (isSingular && page.rows !== 1) throw notSingular(page.rows)
    const updated = preferences.resolution === 'merge-duplicates' ? await fetchUpdated(tx) : 0
    return { ...page, isNew: updated === 0 || updated < page.rows, keys }
  })
}

const noRows: ResultPage = { body: '', rows: 0, total: null }

function planInsertion(relation: Relation, { rows, columns, conflict, select, preferences }: Insertion) {
  const isKey = [...relation.columns.values()].filter((column) => column.isKey)
  const keys = isKey.map(({ name }) => name)
  const answers = {
    minimal: null,
    representation: select,
    'headers-only': keys.map((column) => ({ path: { column, steps: [] }, alias: null, cast: null })),
  }
  const posting = {
    rows,
    columns: columnsNamed(relation, columns, unknownKey),
    conflict: conflict === null ? isKey : columnsNamed(relation, conflict),
    resolution: preferences.resolution,
    missingAsDefault: preferences.missingAsDefault,
  }
  return { statement: insertStatement(relation, posting, answers[preferences.return]), keys }
}

/** A PATCH or DELETE: its filters, the new values, and the columns of the response. */
export interface RowChangeRequest {
  where: FilterGroup
  /** The new values; null for a DELETE. */
  row: JsonRow | null
  select: SelectList
  preferences: Preferences
  /** True if the client accepts only a response with exactly one row. */
  isSingular: boolean
}

/** Changes all matching rows that the caller may change, or none if any change fails. */
export async function changeRows(
  context: RestContext,
  caller: Caller,
  table: string,
  changes: RowChangeRequest,
): Promise<ResultPage> {
  const { preferences, isSingular, row, where } = changes
  // Without a filter, every row would change, and that cannot be undone.
  if (where.terms.length === 0) {
    throw new RestRefusal(
      '21000',
      `${row ? 'UPDATE' : 'DELETE'} requires a WHERE clause`,
      'Add a filter that selects the rows',
    )
  }
  const isAnswered = preferences.return === 'representation'
  const statement = await context.catalog.resolve((catalog) =>
    planChange(relationOf(catalog, table), changes, isAnswered),
  )
  return asCaller(context, caller, { isReading: false }, async (tx) => {
    const page = statement ? await (isAnswered ? fetchPage : runStatement)(tx, statement) : noRows
    if (isSingular && page.rows !== 1) throw notSingular(page.rows)
    return page
  })
}

/** Returns null if there are no columns to change. */
function planChange(relation: Relation, changes: RowChangeRequest, isAnswered: boolean): QueryStatement | null {
  const { row, where } = changes
  const select = isAnswered ? changes.select : null
  if (!row) return deleteStatement(relation, where, select)
  const columns = columnsNamed(relation, Object.keys(row), unknownKey)
  return columns.length === 0 ? null : updateStatement(relation, columns, row, where, select)
}
