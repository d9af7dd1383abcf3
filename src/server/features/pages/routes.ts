import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, matchesEtag } from '#server/lib/http/negotiate.ts'
import type { Site, SiteFile } from './types.ts'

export const fontRoute = '/assets/:name(^[\\w-]+).woff2'

export interface PagesOptions {
  site: () => Promise<Site>
  /** Answers whoever comes with the link of a letter about a call: `/?call=…`. */
  callPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** The prerendered site, from memory: the views at `/`, every other file under its own name. */
export async function pageRoutes(app: FastifyInstance, { site, callPage }: PagesOptions): Promise<void> {
  app.get('/', async (request, reply) => {
    const { view, call } = request.query as { view?: unknown; call?: unknown }
    if (callPage && call !== undefined) return callPage(request, reply)
    const { views } = await site()
    return sendFile(
      request,
      reply,
      ((typeof view === 'string' && views.get(view)) || views.get('home')) as SiteFile,
    )
  })

  // The desk's program reads its address itself: whatever is below, unless it is one of its files.
  app.get('/desk', async (_request, reply) => reply.redirect('/desk/', 308))
  app.get('/desk/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const { files, desk, earlier } = await site()
    const file = files.get(path) ?? (await earlier(path))
    if (file) return sendFile(request, reply, file)
    if (path.startsWith('/desk/assets/')) return reply.callNotFound()
    return sendFile(request, reply.header('x-robots-tag', 'noindex'), desk)
  })

  const sendNamed = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const { files, earlier } = await site()
    const file = files.get(path) ?? (await earlier(path))
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  }
  // A route of its own for the font, by which its requests are counted apart: src/server/app/rate-limits.ts.
  app.get(fontRoute, sendNamed)
  app.get('/*', sendNamed)
}

/** Sends the smallest stored form that the client takes, or 304 when it has that one already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  status = 200,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...file.bodies.keys()])
  const body = file.bodies.get(encoding)
  if (!body) throw new Error(`no ${encoding} body`)
  reply.header('cache-control', file.cacheControl).header('etag', body.etag).type(file.type)
  if (file.bodies.size > 1) reply.header('vary', 'Accept-Encoding')
  if (file.csp) reply.header('content-security-policy', file.csp)
  if (status === 200 && matchesEtag(request.headers['if-none-match'], body.etag)) {
    return reply.code(304).removeHeader('content-type').send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).send(body.bytes)
}
