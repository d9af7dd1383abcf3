import type { Bound } from './bound.ts'
import { columnOf, columnsIn, named, orderText, spanText } from './expressions.ts'
import type { Reading } from './query-string.ts'
import type { Relation } from './types.ts'

/**
 * Where the rows of one page come from, in their order. Of a deep page each row before it is passed over and of a
 * narrow one each row that does not fit: that happens over keys, which an index may know alone, and whole rows are
 * read of the page itself. Only where the answer names the key, for no other needs the right to read it.
 */
export function rowsOfPage(relation: Relation, reading: Reading, where: string, bound: Bound): string {
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
 * How many rows there are on all pages. Counted only where the page does not say so itself: one that is not full is
 * the last, and PostgreSQL asks a question in a branch that is not taken to nobody.
 */
export function totalOf(relation: Relation, { span }: Reading, where: string, bound: Bound): string {
  const [offset, limit] = [bound.of(span.offset), bound.of(span.limit)].map((place) => `${place}::bigint`)
  const isLast = `count(*) < ${limit} and (count(*) > 0 or ${offset} = 0)`
  const all = `select count(*) from ${named(relation)} as source${where}`
  return `case when ${isLast} then ${offset} + count(*) else (${all}) end`
}
