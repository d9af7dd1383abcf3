import type { Statement } from '#server/lib/query-grammar/bound.ts'
import { deleteStatement, updateStatement } from '#server/lib/query-grammar/change-queries.ts'
import type { Group } from '#server/lib/query-grammar/logic-tree.ts'
import { columnsNamed, relationOf } from '#server/lib/query-grammar/names.ts'
import type { Shape } from '#server/lib/query-grammar/query-string.ts'
import { Refusal, unknownKey } from '#server/lib/query-grammar/refusal.ts'
import type { Relation, Row } from '#server/lib/query-grammar/types.ts'
import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { fetchPage, run } from '#server/lib/rest/queries.ts'
import { notSingular } from '#server/lib/rest/refusal.ts'
import type { Caller, Page, Preferences } from '#server/lib/rest/types.ts'

/** One PATCH or DELETE: its filters, the new values, and the columns of its answer. */
export interface Change {
  where: Group
  /** The new values; null to delete the rows. */
  row: Row | null
  shape: Shape
  preferences: Preferences
  isSingular: boolean
}

const nothing: Page = { body: '', rows: 0, total: null }

/** Changes the rows that match the filters and that the caller may change: all of them or none. */
export async function change(
  context: RestContext,
  caller: Caller,
  table: string,
  wanted: Change,
): Promise<Page> {
  const { preferences, isSingular } = wanted
  const isAnswered = preferences.return === 'representation'
  // Without a filter every row would be changed, which cannot be undone.
  if (wanted.where.terms.length === 0) {
    throw new Refusal('21000', `${wanted.row ? 'UPDATE' : 'DELETE'} requires a WHERE clause`, 'Name the rows')
  }
  const statement = await context.catalogue.resolve((catalogue) =>
    statementOf(relationOf(catalogue, table, wanted.shape.select), wanted, isAnswered ? wanted.shape : null),
  )
  return asCaller(context, caller, { isReading: false }, async (tx) => {
    const page = statement ? await (isAnswered ? fetchPage : run)(tx, statement) : nothing
    if (isSingular && page.rows !== 1) throw notSingular(page.rows)
    return page
  })
}

function statementOf(relation: Relation, { where, row }: Change, shape: Shape | null): Statement | null {
  if (!row) return deleteStatement(relation, where, shape)
  const columns = columnsNamed(relation, Object.keys(row), unknownKey)
  return columns.length === 0 ? null : updateStatement(relation, columns, row, where, shape)
}
