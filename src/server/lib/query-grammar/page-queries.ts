import { Bound, type Statement } from './bound.ts'
import { columnOf, columnsIn, lineText, named, orderText, spanText, whereText } from './expressions.ts'
import type { Reading } from './query-string.ts'
import type { Relation } from './types.ts'

/** Lines joined to the body of an answer, and their number. */
export const asPage = (line: string, from: string, total = 'null') =>
  `select coalesce(string_agg(line, ','), '') as body, count(*)::int as rows, (${total})::float8 as total ` +
  `from (select ${line} as line from ${from}) as page`

/** One page of a table, and with `hasTotal` the number of all its rows. */
export function pageStatement(relation: Relation, reading: Reading, hasTotal: boolean): Statement {
  const bound = new Bound()
  const where = whereText(relation, reading.where, bound)
  const line = lineText(relation, reading, bound)
  const rows = rowsOfPage(relation, reading, where, bound)
  const total = hasTotal ? totalOf(relation, reading, where, bound) : undefined
  return { text: asPage(line, rows, total), values: bound.values }
}

/**
 * The source of the rows of one page, in their order. Rows before a deep page, and those that filters leave out, are
 * skipped by key, for which an index may be enough; whole rows are read for the page alone. This is done only where the
 * answer names the key, because otherwise the caller may have no right to read it.
 */
function rowsOfPage(relation: Relation, reading: Reading, where: string, bound: Bound): string {
  const order = orderText(relation, reading.order, bound)
  const columns = columnsIn(relation, reading.select)
  const source = `${named(relation)} as source`
  const page = `${source}${where}${order}${spanText(reading, bound)}`
  const keys = [...relation.columns.values()].filter(({ isKey }) => isKey)
  const isByKey = order !== '' && keys.length > 0 && keys.every((key) => columns.includes(key))
  const key = keys.map(columnOf).join(', ')
  const picked = isByKey ? `${source} where (${key}) in (select ${key} from ${page})${order}` : page
  return `(select ${columns.map(columnOf).join(', ') || 'true'} from ${picked}) as source`
}

/**
 * The number of rows on all pages. A page that is not full gives it; only otherwise does this `case` count all rows.
 */
function totalOf(relation: Relation, { span }: Reading, where: string, bound: Bound): string {
  const [offset, limit] = [bound.of(span.offset), bound.of(span.limit)].map((place) => `${place}::bigint`)
  const isLast = `count(*) < ${limit} and (count(*) > 0 or ${offset} = 0)`
  const all = `select count(*) from ${named(relation)} as source${where}`
  return `case when ${isLast} then ${offset} + count(*) else (${all}) end`
}
