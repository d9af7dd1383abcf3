import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forms } from '#content/forms.ts'
import { answerPage } from '#plain/form-pages.tsx'
import { type SiteSource, sendPlain } from '#server/features/pages/service.ts'
import { type ErrorBody, statusOf } from '#shared/contract/errors.ts'
import type { Project } from './service.ts'

/** The services that the project has in our place, and those of ours that need its sign-in. */
const services = ['rest', 'auth', 'realtime', 'letters', 'webhooks', 'ready'] as const

/**
 * Where a Supabase project keeps everything, this server keeps nothing: its own services say where the data is, to pages
 * that were open before and to programs that know our address. They are refused before their bodies are read.
 */
export async function projectRoutes(app: FastifyInstance, { url }: Pick<Project, 'url'>): Promise<void> {
  const body: ErrorBody = {
    code: 'PGRST125',
    message: 'This server keeps no data: its site works with a Supabase project',
    details: null,
    hint: `Ask ${url}`,
  }
  app.addHook('onRequest', async (request, reply) => {
    request.refusal = body.code
    return reply
      .code(statusOf(body.code, false))
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  })
  // The hook answers whatever arrives here.
  for (const service of services) app.all(`/${service}/v1/*`, async () => body)
}

/** Answers the link of a letter where no letter leaves from here, so that nobody takes the home page for an answer. */
export const callElsewhere =
  (site: SiteSource) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.refusal = 'elsewhere'
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    return sendPlain(reply, site, 404, answerPage(forms.elsewhere.call))
  }
