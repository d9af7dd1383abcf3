import { sheetOf } from '#server/lib/query-grammar/expressions.ts'
import { relationOf } from '#server/lib/query-grammar/names.ts'
import { countStatement, pageStatement, planStatement } from '#server/lib/query-grammar/page-queries.ts'
import type { Reading } from '#server/lib/query-grammar/query-string.ts'
import { mostRows } from '#server/lib/query-grammar/span.ts'
import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { fetchPage } from '#server/lib/rest/queries.ts'
import { notSingular } from '#server/lib/rest/refusal.ts'
import type { Caller, Page, Preferences } from '#server/lib/rest/types.ts'
import { fetchCount, fetchPlannedCount } from './queries.ts'

/** One page of a table or view, as far as the database lets the caller see it. */
export async function read(
  context: RestContext,
  caller: Caller,
  table: string,
  reading: Reading,
  preferences: Preferences,
): Promise<Page> {
  const { count } = preferences
  const plan = await context.catalogue.resolve((catalogue) => {
    const relation = relationOf(catalogue, table, reading.select)
    return {
      page: pageStatement(relation, reading, count === 'exact'),
      count: countStatement(relation, reading.where, mostRows + 1),
      planned: planStatement(relation, reading.where),
      sheet: sheetOf(relation, reading),
    }
  })
  return asCaller(context, caller, { isReading: true, preferences }, async (tx) => {
    const page = { ...(await fetchPage(tx, plan.page)), sheet: plan.sheet }
    if (reading.form === 'object' && page.rows !== 1) throw notSingular(page.rows)
    if (count === null || count === 'exact') return page
    // An estimate is worth it where counting takes long; fewer rows than one page are counted.
    const counted = count === 'estimated' ? await fetchCount(tx, plan.count) : 0
    if (count === 'estimated' && counted <= mostRows) return { ...page, total: counted }
    const seen = page.rows === 0 ? 0 : reading.span.offset + page.rows
    return { ...page, total: Math.max(await fetchPlannedCount(tx, plan.planned), counted, seen) }
  })
}
