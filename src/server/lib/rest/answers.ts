import type { FastifyReply } from 'fastify'
import { outOfRange } from '#server/lib/query-grammar/refusal.ts'
import type { Page } from './queries.ts'
import type { Form, Preferences } from './request-headers.ts'

export const typeOf = (form: Form): string =>
  `application/${form === 'object' ? 'vnd.pgrst.object+json' : 'json'}; charset=utf-8`

/** Rows as JSON, or the one row by itself. */
export function sendRows(reply: FastifyReply, body: string, form: Form): FastifyReply {
  return reply.type(typeOf(form)).send(form === 'object' ? body : `[${body}]`)
}

export function sayApplied(reply: FastifyReply, { applied }: Preferences): void {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
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
