import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerPage, forms } from '#content/forms.ts'
import { answerPage } from '#plain/form-pages.tsx'
import { renderText } from '#plain/render-page.tsx'
import { type SiteSource, sendFile, sendPlain } from '#server/features/pages/service.ts'
import { sendAuthError } from '#server/lib/auth/conventions.ts'
import { authNotFound } from '#server/lib/auth/refusal.ts'
import { isTransient, retryAfter } from '#server/lib/overload.ts'
import { invalidPath } from '#server/lib/query-grammar/refusal.ts'
import { TooManyRequests } from '#server/lib/rate-limit/limits.ts'
import { sendRestError } from '#server/lib/rest/answer-error.ts'
import { formatDuration } from '#shared/lib/local-time.ts'

const pageByStatus: Record<number, AnswerPage> = { 413: forms.tooLarge, 404: forms.notFound }

/** Responds with a page to failed requests and to requests that have no route, because a visitor may see the page. */
export function setErrorHandlers(app: FastifyInstance, site: SiteSource): void {
  app.setNotFoundHandler(async (request, reply) => sendFile(request, reply, (await site()).notFound, 404))

  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (error instanceof TooManyRequests) return sendTooMany(error, request, reply)
    if (statusCode >= 400 && statusCode < 500) {
      const page = pageByStatus[statusCode] ?? forms.serverFault
      return sendPlain(reply, site, statusCode, answerPage(page))
    }
    return sendUnknownError(error, request, reply, site)
  })
}

/**
 * Refuses a URL with invalid percent-encoding. For such a request, no hook runs and no route is found, so the prefix of
 * the URL decides the format of the response.
 */
export function refuseBadAddress(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  if (request.url.startsWith('/rest/v1/')) sendRestError(invalidPath(), request, reply)
  else if (request.url.startsWith('/auth/v1/')) sendAuthError(authNotFound(), request, reply)
  else app.errorHandler(Object.assign(new Error('invalid address'), { statusCode: 404 }), request, reply)
}

/** Responds briefly and without lookups to a rate-limited request, which may be part of a flood. */
function sendTooMany(error: TooManyRequests, request: FastifyRequest, reply: FastifyReply) {
  request.refusal = 'HTTP429'
  reply.headers({ 'retry-after': error.retryAfter, 'cache-control': 'no-store' })
  const title = renderText(forms.tooMany.title)
  const text = renderText(forms.tooMany.text(formatDuration(error.retryAfter)))
  const lines = [
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${title}</title>`,
    `<h1>${title}</h1><p>${text}</p>`,
  ]
  return reply.code(429).type('text/html; charset=utf-8').send(lines.join('\n'))
}

/**
 * Responds to an unknown error. Details are logged but not sent, and the response to a transient error contains
 * `Retry-After`.
 */
function sendUnknownError(error: unknown, request: FastifyRequest, reply: FastifyReply, site: SiteSource) {
  request.log.error({ err: error }, 'request failed')
  reply.header('cache-control', 'no-store')
  const status = isTransient(error) ? 503 : 500
  if (status === 503) reply.header('retry-after', retryAfter)
  return sendPlain(reply, site, status, answerPage(forms.serverFault, request.id))
}
