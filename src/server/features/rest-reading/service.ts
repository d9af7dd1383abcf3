import { sheetOf } from '#server/lib/query-grammar/expressions.ts'
import { relationOf } from '#server/lib/query-grammar/names.ts'
import { pageStatement } from '#server/lib/query-grammar/page-queries.ts'
import type { Reading } from '#server/lib/query-grammar/query-string.ts'
import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { fetchPage } from '#server/lib/rest/queries.ts'
import { notSingular } from '#server/lib/rest/refusal.ts'
import type { Caller, Page, Preferences } from '#server/lib/rest/types.ts'

/** One page of a table or view, with the rows that the caller may see. */
export async function read(
  context: RestContext,
  caller: Caller,
  table: string,
  reading: Reading,
  preferences: Preferences,
): Promise<Page> {
  const plan = await context.catalogue.resolve((catalogue) => {
    const relation = relationOf(catalogue, table, reading.select)
    return {
      page: pageStatement(relation, reading, preferences.isCounted),
      sheet: sheetOf(relation, reading),
    }
  })
  return asCaller(context, caller, { isReading: true }, async (tx) => {
    const page = { ...(await fetchPage(tx, plan.page)), sheet: plan.sheet }
    if (reading.form === 'object' && page.rows !== 1) throw notSingular(page.rows)
    return page
  })
}
