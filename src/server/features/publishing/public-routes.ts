import type { FastifyInstance } from 'fastify'
import { editsOfViews } from '#content/groups.ts'
import type { Edits } from '#content/tree.ts'
import { makeSiteFile, type SiteFile, sendFile } from '#server/features/pages/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import { readPublishedEdits, readSiteFile } from './queries.ts'

/** An uploaded SVG file may only draw: no script runs and nothing is loaded, even if a browser opens it as a page. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The maximum number of pictures in memory; the pages of a site show about a dozen. */
const mostKept = 50

async function readUpload(database: Database, name: string): Promise<SiteFile | null> {
  const content = await readSiteFile(database, name)
  return content && { ...(await makeSiteFile(`/files/${name}`, content)), csp: picturePolicy }
}

/** Reads the uploaded pictures that these edits show, by their paths. */
export async function readUploads(database: Database, edits: Edits): Promise<Map<string, SiteFile>> {
  const names = [...JSON.stringify(edits).matchAll(/"\/files\/([\da-f]{64}\.\w+)"/g)].map(([, name = '']) => name)
  const files = await Promise.all(
    names.map(async (name) => [`/files/${name}`, await readUpload(database, name)] as const),
  )
  return new Map(files.flatMap(([path, file]) => (file ? [[path, file]] : [])))
}

/** Serves uploaded pictures, and the edits that pages of earlier publications still request. */
export async function publishedFileRoutes(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const kept = new Map<string, SiteFile>()

  app.get('/files/:name(^[\\da-f]{64}\\.(?:svg|png))', async (request, reply) => {
    const { name } = request.params as { name: string }
    const file = kept.get(name) ?? (await readUpload(database, name))
    if (!file) return reply.callNotFound()
    if (kept.size >= mostKept) kept.clear()
    kept.set(name, file)
    return sendFile(request, reply, file)
  })

  app.get('/edits/:id(^\\d{1,15}).json', async (request, reply) => {
    const { id } = request.params as { id: string }
    const edits = await readPublishedEdits(database, Number(id))
    if (edits === null) return reply.callNotFound()
    return sendFile(request, reply, await makeSiteFile(`/edits/${id}.json`, JSON.stringify(editsOfViews(edits))))
  })
}
