import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerPage, forms } from '#content/forms.ts'
import { answerPage } from '#server/features/forms/pages.ts'
import { sendFile } from '#server/features/pages/routes.ts'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'

const pageByStatus: Record<number, AnswerPage> = { 413: forms.tooLarge, 404: forms.notFound }

/** What becomes of a request that no room answers, and of one that fails: a page, since a person may see it. */
export function answerTheRest(app: FastifyInstance, site: SiteSource): void {
  app.setNotFoundHandler(async (request, reply) => sendFile(request, reply, (await site()).notFound, 404))

  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) {
      const page = pageByStatus[statusCode] ?? forms.serverFault
      return sendPlain(reply, site, statusCode, page.title, answerPage(page))
    }
    return answerUnknown(error, request, reply, site)
  })
}

/** Logged whole, answered with nothing but a reference. */
function answerUnknown(error: unknown, request: FastifyRequest, reply: FastifyReply, site: SiteSource) {
  request.log.error({ err: error }, 'request failed')
  reply.header('cache-control', 'no-store')
  return sendPlain(reply, site, 500, forms.serverFault.title, answerPage(forms.serverFault, request.id))
}
