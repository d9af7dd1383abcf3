import { sheetOf } from './expressions.ts'
import {
  countStatement,
  fetchCount,
  fetchPage,
  fetchPlannedCount,
  pageStatement,
  planStatement,
} from './queries.ts'
import type { Reading } from './query-string.ts'
import { mostRows } from './range.ts'
import { notSingular } from './refusal.ts'
import { asCaller, type Desk, relationOf } from './request.ts'
import type { Caller, Page, Preferences } from './types.ts'

/** One page of a table or view, as far as the database lets the caller see it. */
export async function read(
  desk: Desk,
  caller: Caller,
  table: string,
  reading: Reading,
  preferences: Preferences,
): Promise<Page> {
  const { count } = preferences
  const plan = await desk.catalogue.resolve((catalogue) => {
    const relation = relationOf(catalogue, table)
    return {
      page: pageStatement(relation, reading, count === 'exact'),
      count: countStatement(relation, reading.where, mostRows + 1),
      planned: planStatement(relation, reading.where),
      sheet: sheetOf(relation, reading),
    }
  })
  return asCaller(desk, caller, { isReading: true, preferences }, async (tx) => {
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
