import type { FastifyReply } from 'fastify'
import type { Form, Sheet } from '#server/lib/query-grammar/types.ts'
import { headerLine, sheetHeaders } from './sheet.ts'
import type { Preferences } from './types.ts'

export const typeOf = (form: Form): string =>
  `application/${form === 'object' ? 'vnd.pgrst.object+json' : 'json'}; charset=utf-8`

/** Rows as JSON, or the one row by itself. */
export function sendRows(reply: FastifyReply, body: string, form: Form): FastifyReply {
  return reply.type(typeOf(form)).send(form === 'object' ? body : `[${body}]`)
}

/** A page as a file. */
export function sendSheet(reply: FastifyReply, { name, header }: Sheet, body: string): FastifyReply {
  const lines = JSON.parse(`[${body}]`) as string[]
  return reply.headers(sheetHeaders(name)).send([headerLine(header), ...lines].join('\n'))
}

export function sayApplied(reply: FastifyReply, { applied }: Preferences): void {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
}
