import type { FastifyReply } from 'fastify'
import type { Span } from '#server/lib/query-grammar/span.ts'
import type { Form } from '#server/lib/query-grammar/types.ts'
import { sayApplied, sendRows, sendSheet } from '#server/lib/rest/answers.ts'
import { contentRange, statusOfPage } from '#server/lib/rest/page-range.ts'
import type { Page, Preferences } from '#server/lib/rest/types.ts'

/** One page of rows. For a HEAD request Node omits the body. */
export function answerPage(
  reply: FastifyReply,
  page: Page,
  span: Span,
  preferences: Preferences,
  form: Form,
): FastifyReply {
  sayApplied(reply, preferences)
  reply.code(statusOfPage(page, span.offset)).header('content-range', contentRange(page, span.offset))
  if (page.sheet) return sendSheet(reply, page.sheet, page.body)
  return sendRows(reply, page.body, form)
}
