import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from './send-file.ts'
import { openSlotPages, type SlotsContext } from './slots.ts'
import type { Site } from './types.ts'

export const fontRoute = '/assets/:name(^[\\w-]+).woff2'

export interface PagesOptions extends SlotsContext {
  site: () => Promise<Site>
  /** Answers the link of a letter about a call: `/?call=…`. */
  callPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** The prerendered site, from memory: the views at `/`, every other file by its path. */
export async function pageRoutes(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { site, callPage } = options
  const withSlots = openSlotPages(options)
  app.get('/', async (request, reply) => {
    const { view, call } = request.query as { view?: unknown; call?: unknown }
    if (callPage && call !== undefined) return callPage(request, reply)
    const { views } = await site()
    const file = views.get(viewAsked(view))
    return file ? sendFile(request, reply, await withSlots(file)) : reply.callNotFound()
  })

  // The desk's program does its own routing, so every path below is its page, except its files.
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
  // The font has a route of its own, so that its requests are rate-limited apart: src/server/app/rate-limits.ts.
  app.get(fontRoute, sendNamed)
  app.get('/*', sendNamed)
}

/** The view of a query: home without a name, and none for several names. */
function viewAsked(view: unknown): string {
  if (view === undefined || view === '') return 'home'
  return typeof view === 'string' ? view : ''
}
