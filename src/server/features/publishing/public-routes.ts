import type { FastifyInstance } from 'fastify'
import { editsOfViews } from '#content/groups.ts'
import { makeSiteFile, type SiteFile, sendFile } from '#server/features/pages/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import { readPublishedEdits, readSiteFile } from './queries.ts'

/** An uploaded SVG file may only draw: no script runs and nothing is loaded, even if a browser opens it as a page. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The maximum number of pictures in memory; the pages of a site show about a dozen. */
const mostKept = 50

/** Serves uploaded pictures, and the edits that pages of earlier publications still request. */
export async function publishedFileRoutes(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const kept = new Map<string, SiteFile>()

  async function fileAt(path: string, id: string): Promise<SiteFile | null> {
    const known = kept.get(path)
    if (known) return known
    const stored = await readSiteFile(database, id)
    if (stored === null || !path.endsWith(stored.type === 'image/svg+xml' ? '.svg' : '.png')) return null
    const file = { ...(await makeSiteFile(path, stored.content)), csp: picturePolicy }
    if (kept.size >= mostKept) kept.clear()
    kept.set(path, file)
    return file
  }

  app.get('/files/:id(^[\\da-f]{64}).:type(^svg|png)', async (request, reply) => {
    const { id, type } = request.params as { id: string; type: string }
    const file = await fileAt(`/files/${id}.${type}`, id)
    return file ? sendFile(request, reply, file) : reply.callNotFound()
  })

  app.get('/edits/:id(^\\d{1,15}).json', async (request, reply) => {
    const { id } = request.params as { id: string }
    const edits = await readPublishedEdits(database, Number(id))
    if (edits === null) return reply.callNotFound()
    return sendFile(request, reply, await makeSiteFile(`/edits/${id}.json`, JSON.stringify(editsOfViews(edits))))
  })
}
