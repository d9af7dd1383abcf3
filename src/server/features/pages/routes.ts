import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from './files.ts'
import type { Site } from './service.ts'

export const fontRoute = '/assets/:name(^[\\w-]+).woff2'

export interface PagesOptions {
  site: () => Promise<Site>
  /** The site with the draft, for a browser that opened a valid preview link; null for others. */
  preview?: (request: FastifyRequest) => Promise<{ site: Site } | null>
  /** Handles the link in an email about a call: `/?call=…`. */
  callPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Serves the prerendered site from memory: the views at `/`, and every other file by its path. */
export async function pageRoutes(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { site, callPage, preview } = options
  app.get('/', async (request, reply) => {
    const { view, call } = request.query as { view?: unknown; call?: unknown }
    if (callPage && call !== undefined) return callPage(request, reply)
    const draft = await preview?.(request)
    const { views } = draft?.site ?? (await site())
    const file = views.get(requestedView(view))
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  })

  // The desk has its own routing, so every path below `/desk/`, except the path of a file, leads to the desk's page.
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
    const { files, earlier } = (await preview?.(request))?.site ?? (await site())
    const file = files.get(path) ?? (await earlier(path))
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  }
  // The font has its own route, so that its requests have their own rate limit: src/server/app/rate-limits.ts.
  app.get(fontRoute, sendNamed)
  app.get('/*', sendNamed)
}

/** The view that a query names: home if it names none, an empty string if it names several. */
function requestedView(view: unknown): string {
  if (view === undefined || view === '') return 'home'
  return typeof view === 'string' ? view : ''
}
