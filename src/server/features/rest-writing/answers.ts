import type { FastifyReply } from 'fastify'
import type { Form } from '#server/lib/query-grammar/types.ts'
import { sayApplied, sendRows } from '#server/lib/rest/answers.ts'
import { contentRange } from '#server/lib/rest/page-range.ts'
import type { Page, Preferences } from '#server/lib/rest/types.ts'
import type { Posted } from './posting.ts'
import type { Stored } from './types.ts'

/** The answer to a visitor's insert. */
export function answerStored(
  reply: FastifyReply,
  table: string,
  preferences: Preferences,
  stored: Stored,
): FastifyReply {
  reply.code(201).header('content-range', `*/${preferences.isCounted ? stored.count : '*'}`)
  sayApplied(reply, preferences)
  if (preferences.return === 'headers-only' && stored.id) {
    reply.header('location', `/${table}?id=eq.${stored.id}`)
  }
  // RFC 6861: the address where the visitor can change what they sent.
  if (stored.page) reply.header('link', `<${stored.page}>; rel="edit-form"`)
  return reply.send()
}

/** The answer to an insert of a signed-in user. */
export function answerPosted(reply: FastifyReply, table: string, form: Form, posted: Posted): FastifyReply {
  const { preferences } = posted
  reply
    .code(posted.isNew ? 201 : 200)
    .header('content-range', `*/${preferences.isCounted ? posted.rows : '*'}`)
  sayApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply, posted.body, form)
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

/** The answer to a PATCH or DELETE. A DELETE leaves no rows to number. */
export function answerChanged(
  reply: FastifyReply,
  page: Page,
  preferences: Preferences,
  form: Form,
  isDeletion: boolean,
): FastifyReply {
  const counted = { ...page, total: preferences.isCounted ? page.rows : null }
  reply.header('content-range', contentRange(isDeletion ? { ...counted, rows: 0 } : counted, 0))
  sayApplied(reply, preferences)
  if (preferences.return === 'representation') return sendRows(reply.code(200), page.body, form)
  return reply.code(204).send()
}
