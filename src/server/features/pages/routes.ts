import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { claims, promises, weeklySlotsOf } from '#content/claims.ts'
import { cached, rejectAfter } from '#server/lib/cached.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { compressPage, type SiteFile, sendFile } from './files.ts'
import { readWeeklyCapacity } from './queries.ts'
import type { Site } from './service.ts'

export const fontRoute = '/assets/:name(^[\\w-]+).woff2'

export interface PagesOptions {
  database: Database
  clock: Clock
  site: () => Promise<Site>
  /** Handles the link in an email about a call: `/?call=…`. */
  callPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Serves the prerendered site from memory: the views at `/`, and every other file by its path. */
export async function pageRoutes(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { site, callPage } = options
  const withSlots = openCapacityPages(options)
  app.get('/', async (request, reply) => {
    const { view, call } = request.query as { view?: unknown; call?: unknown }
    if (callPage && call !== undefined) return callPage(request, reply)
    const { views } = await site()
    const file = views.get(requestedView(view))
    return file ? sendFile(request, reply, await withSlots(file)) : reply.callNotFound()
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
    const { files, earlier } = await site()
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

/**
 * Milliseconds to wait for the weekly capacity from the database. If the database takes longer, pages are sent without
 * the capacity.
 */
const patienceMs = 250

/**
 * Returns each page with the weekly capacity that owners have set. Pages are compressed again when the capacity
 * changes.
 */
function openCapacityPages({
  database,
  clock,
}: Pick<PagesOptions, 'database' | 'clock'>): (file: SiteFile) => Promise<SiteFile> {
  const read = () => rejectAfter(patienceMs, readWeeklyCapacity(database))
  const slotsNow = cached(clock, read, { value: Number(promises.weeklyCapacity) })
  const packed = new WeakMap<SiteFile, { slots: number; page: Promise<SiteFile> }>()
  return async (file) => {
    const slots = await slotsNow()
    if (slots === Number(promises.weeklyCapacity)) return file
    const last = packed.get(file)
    if (last?.slots === slots) return last.page
    const html = file.bodies.get('identity')?.bytes.toString() ?? ''
    const page = compressPage(withSlots(html, slots), file.csp)
    packed.set(file, { slots, page })
    return page
  }
}

const withSlots = (html: string, slots: number): string =>
  html
    .replaceAll(claims.weeklySlots, weeklySlotsOf(slots))
    .replace('<div id="root"', `<div id="root" data-slots="${slots}"`)
