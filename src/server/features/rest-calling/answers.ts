import type { FastifyReply } from 'fastify'
import type { Span } from '#server/lib/query-grammar/span.ts'
import type { Form } from '#server/lib/query-grammar/types.ts'
import { sayApplied, sendRows, sendSheet, typeOf } from '#server/lib/rest/answers.ts'
import { contentRange, statusOfPage } from '#server/lib/rest/page-range.ts'
import type { Preferences } from '#server/lib/rest/types.ts'
import type { Result } from './service.ts'

export function answerResult(
  reply: FastifyReply,
  result: Result,
  span: Span,
  preferences: Preferences,
  form: Form,
): FastifyReply {
  const page = result.shape === 'one' && preferences.isCounted ? { ...result, total: result.rows } : result
  sayApplied(reply, preferences)
  if (result.shape === 'nothing') {
    if (preferences.isCounted) reply.header('content-range', '*/0')
    return reply.code(204).send()
  }
  const offset = result.shape === 'rows' ? span.offset : 0
  const status = statusOfPage(page, offset)
  reply.header('content-range', contentRange(page, offset))
  if (preferences.return === 'minimal') return reply.code(204).send()
  reply.code(status)
  if (page.sheet) return sendSheet(reply, page.sheet, page.body)
  if (result.shape === 'rows') return sendRows(reply, page.body, form)
  // A single row that the filters exclude is null.
  return reply.type(typeOf(form)).send(page.body || 'null')
}
