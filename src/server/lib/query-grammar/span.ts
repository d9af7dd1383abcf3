import { outOfRange, unparsable } from './refusal.ts'
import type { Query } from './types.ts'

export interface Span {
  offset: number
  limit: number
}

/** Rows that one answer holds at most; a larger limit is no error, the page is just shorter. */
const mostRows = 1000

function readNumber(query: Query, name: 'limit' | 'offset', otherwise: number): number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) throw unparsable(`${name} parameter`)
  if (Number(text) < 0) throw outOfRange(`${name} is negative`)
  return Number(text)
}

/**
 * The rows that `limit`, `offset` and a `Range` header select together. Ranges in other units than rows are ignored.
 * `most` is higher for exports, which are never whole in memory.
 */
export function readSpan(query: Query, range: string | undefined, most = mostRows): Span {
  const offset = readNumber(query, 'offset', 0)
  const end = offset + readNumber(query, 'limit', Number.MAX_SAFE_INTEGER)
  const [, from = '0', to] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range ?? '') ?? []
  if (to !== undefined && Number(to) < Number(from)) throw outOfRange('the range ends before it begins')
  const start = Math.max(offset, Number(from))
  const last = to === undefined ? end : Math.min(end, Number(to) + 1)
  return { offset: start, limit: Math.min(most, Math.max(0, last - start)) }
}
