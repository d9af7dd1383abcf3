import type { FastifyReply } from 'fastify'
import type { Result } from './calling.ts'
import type { Accept } from './headers.ts'
import type { Posted } from './posting.ts'
import { contentRange, type Span, statusOfPage } from './range.ts'
import { csvOf, sheetHeaders } from './sheet.ts'
import type { Page, Preferences, Sheet, Stored } from './types.ts'

/** The media type of an answer, with what was left out of it. */
function typeOf({ form, isStripped }: Accept): string {
  if (!isStripped) return `application/${form === 'object' ? 'vnd.pgrst.object+json' : 'json'}; charset=utf-8`
  return `application/vnd.pgrst.${form === 'object' ? 'object' : 'array'}+json;nulls=stripped; charset=utf-8`
}

function sendRows(reply: FastifyReply, body: string, accept: Accept): FastifyReply {
  return reply.type(typeOf(accept)).send(accept.form === 'object' ? body : `[${body}]`)
}

/** A page as a file. */
function sendSheet(reply: FastifyReply, { name, header }: Sheet, body: string): FastifyReply {
  const rows = JSON.parse(`[${body}]`) as (string | null)[][]
  return reply.headers(sheetHeaders(name)).send(csvOf([header, ...rows]))
}

export function sayApplied(reply: FastifyReply, { applied }: Preferences): void {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
}

/** One page of rows. Node keeps the body back where only its headers were asked for. */
export function answerPage(
  reply: FastifyReply,
  page: Page,
  span: Span,
  preferences: Preferences,
  accept: Accept,
): FastifyReply {
  sayApplied(reply, preferences)
  reply.code(statusOfPage(page, span.offset)).header('content-range', contentRange(page, span.offset))
  if (page.sheet) return sendSheet(reply, page.sheet, page.body)
  return sendRows(reply, page.body, accept)
}

/** What a visitor's insert did. */
export function answerStored(
  reply: FastifyReply,
  table: string,
  preferences: Preferences,
  accept: Accept,
  stored: Stored,
): FastifyReply {
  reply.code(201).header('content-range', `*/${preferences.count ? stored.count : '*'}`)
  sayApplied(reply, preferences)
  if (preferences.return === 'headers-only' && stored.id) {
    reply.header('location', `/${table}?id=eq.${stored.id}`)
  }
  // RFC 6861: where the thing that was stored can be changed.
  if (stored.page) reply.header('link', `<${stored.page}>; rel="edit-form"`)
  if (preferences.return !== 'representation') return reply.send()
  return sendRows(reply, (stored.representation ?? '[]').slice(1, -1), accept)
}

/** What an insert of somebody signed in did. */
export function answerPosted(
  reply: FastifyReply,
  table: string,
  accept: Accept,
  posted: Posted,
): FastifyReply {
  const { preferences } = posted
  reply.code(posted.isNew ? 201 : 200).header('content-range', `*/${preferences.count ? posted.rows : '*'}`)
  sayApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply, posted.body, accept)
  if (preferences.return === 'headers-only' && posted.rows === 1 && posted.keys.length > 0) {
    reply.header('location', addressOf(table, posted))
  }
  return reply.send()
}

function addressOf(table: string, { body, keys }: Posted): string {
  const row = JSON.parse(body) as Record<string, unknown>
  const filters = keys.map((key): [string, string] => [key, `eq.${String(row[key])}`])
  return `/${encodeURIComponent(table)}?${new URLSearchParams(filters).toString()}`
}

/** What a PATCH or DELETE did. A DELETE leaves no rows to number. */
export function answerChanged(
  reply: FastifyReply,
  page: Page,
  preferences: Preferences,
  accept: Accept,
  isDeletion: boolean,
): FastifyReply {
  const counted = { ...page, total: preferences.count ? page.rows : null }
  reply.header('content-range', contentRange(isDeletion ? { ...counted, rows: 0 } : counted, 0))
  sayApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply.code(200), page.body, accept)
  return reply.code(204).send()
}

/** What a function gave. */
export function answerResult(
  reply: FastifyReply,
  result: Result,
  span: Span,
  preferences: Preferences,
  accept: Accept,
): FastifyReply {
  const page = result.shape === 'one' && preferences.count ? { ...result, total: result.rows } : result
  sayApplied(reply, preferences)
  if (result.shape === 'nothing') {
    if (preferences.count) reply.header('content-range', '*/0')
    return reply.code(204).send()
  }
  const offset = result.shape === 'rows' ? span.offset : 0
  const status = statusOfPage(page, offset)
  reply.header('content-range', contentRange(page, offset))
  if (preferences.return === 'minimal') return reply.code(204).send()
  reply.code(status)
  if (page.sheet) return sendSheet(reply, page.sheet, page.body)
  if (result.shape === 'rows') return sendRows(reply, page.body, accept)
  // One row, of which the filters left none, is null.
  return reply.type(typeOf(accept)).send(page.body || 'null')
}
