import { insertStatement } from '#server/lib/query-grammar/change-queries.ts'
import { columnsNamed, relationOf } from '#server/lib/query-grammar/names.ts'
import { unknownKey } from '#server/lib/query-grammar/refusal.ts'
import type { SelectList } from '#server/lib/query-grammar/select-list.ts'
import type { Relation } from '#server/lib/query-grammar/types.ts'
import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { withdraw } from '#server/lib/rest/prefer.ts'
import { fetchPage, run } from '#server/lib/rest/queries.ts'
import { notSingular } from '#server/lib/rest/refusal.ts'
import type { Caller, Page, Preferences } from '#server/lib/rest/types.ts'
import type { Insertion } from './insertion.ts'
import { fetchUpdated } from './queries.ts'

/** The result of a POST: its rows, whether one of them is new, and the preferences that were applied. */
export type Posted = Page & { isNew: boolean; keys: readonly string[]; preferences: Preferences }

/** Inserts the rows, if grants and policies allow it: all of them or none. */
export async function post(
  context: RestContext,
  caller: Caller,
  table: string,
  wanted: Insertion,
): Promise<Posted> {
  const { rows, isSingular } = wanted
  const { statement, keys, preferences } = await context.catalogue.resolve((catalogue) =>
    statementOf(relationOf(catalogue, table, wanted.shape.select), wanted),
  )
  if (isSingular && rows.length !== 1) throw notSingular(rows.length)
  const isAnswered = preferences.return !== 'minimal'
  return asCaller(context, caller, { isReading: false }, async (tx) => {
    if (rows.length === 0) return { body: '', rows: 0, total: null, isNew: true, keys, preferences }
    const page = await (isAnswered ? fetchPage : run)(tx, statement)
    if (isSingular && page.rows !== 1) throw notSingular(page.rows)
    const updated = preferences.resolution === 'merge-duplicates' ? await fetchUpdated(tx) : 0
    return { ...page, isNew: updated === 0 || updated < page.rows, keys, preferences }
  })
}

function statementOf(relation: Relation, wanted: Insertion) {
  const { conflict } = wanted
  const isKey = [...relation.columns.values()].filter((column) => column.isKey)
  const keys = isKey.map(({ name }) => name)
  const address: SelectList = keys.map((column) => ({ path: { column, steps: [] }, alias: null, cast: null }))
  const shapes = {
    minimal: null,
    representation: wanted.shape,
    'headers-only': { select: address },
  }
  // A table without a key has no row that could exist already.
  const isKeyless =
    keys.length === 0 && conflict === null && wanted.preferences.resolution === 'merge-duplicates'
  const preferences = isKeyless ? withdraw(wanted.preferences, 'resolution') : wanted.preferences
  const posting = {
    rows: wanted.rows,
    columns: columnsNamed(relation, wanted.columns, unknownKey),
    conflict: conflict === null ? isKey : columnsNamed(relation, conflict),
    resolution: preferences.resolution,
    missingAsDefault: preferences.missingAsDefault,
  }
  return { statement: insertStatement(relation, posting, shapes[preferences.return]), keys, preferences }
}
