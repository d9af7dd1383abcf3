import type { IncomingHttpHeaders } from 'node:http'
import { outOfRange, unparsable } from './refusal.ts'
import type { Page, Query } from './types.ts'

/** Which of the rows are wanted. */
export interface Span {
  offset: number
  limit: number
}

/** Rows that one answer holds at most; asking for more is no error, the page is just shorter. */
export const mostRows = 1000

function readNumber(query: Query, name: 'limit' | 'offset', otherwise: number): number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) throw unparsable(`${name} parameter`)
  if (Number(text) < 0) throw outOfRange(`${name} is negative`)
  return Number(text)
}

/**
 * The rows that `limit`, `offset` and a `Range` header leave together. Other units than rows are ignored.
 * What is never whole in memory may have more rows than a page.
 */
export function readSpan(query: Query, headers: IncomingHttpHeaders, most = mostRows): Span {
  const offset = readNumber(query, 'offset', 0)
  const end = offset + readNumber(query, 'limit', Number.MAX_SAFE_INTEGER)
  const [, from = '0', to] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(headers.range ?? '') ?? []
  if (to !== undefined && Number(to) < Number(from)) throw outOfRange('the range ends before it begins')
  const start = Math.max(offset, Number(from))
  const last = to === undefined ? end : Math.min(end, Number(to) + 1)
  return { offset: start, limit: Math.min(most, Math.max(0, last - start)) }
}

export function contentRange({ rows, total }: Page, offset: number): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`
}

/** 206 for a page of something larger; a page beyond the end of what was counted is refused. */
export function statusOfPage({ rows, total }: Page, offset: number): 200 | 206 {
  if (total === null) return 200
  if (rows === 0 && offset > total) {
    throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  return rows < total ? 206 : 200
}
