import { outOfRange } from '#server/lib/query-grammar/refusal.ts'
import type { Page } from './types.ts'

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
