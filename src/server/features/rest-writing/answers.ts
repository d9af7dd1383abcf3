import type { FastifyReply } from 'fastify'
import { sayApplied, sendRows } from '#server/lib/rest/answers.ts'
import type { Accept } from '#server/lib/rest/headers.ts'
import { contentRange } from '#server/lib/rest/page-range.ts'
import type { Page, Preferences } from '#server/lib/rest/types.ts'
import type { Posted } from './posting.ts'
import type { Stored } from './types.ts'

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
