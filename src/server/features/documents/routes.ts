import type { FastifyInstance } from 'fastify'
import { sendFile } from '#server/features/pages/service.ts'
import { documentIds, openDocuments } from './service.ts'
import type { DocumentsContext } from './types.ts'

export async function documentRoutes(app: FastifyInstance, context: DocumentsContext): Promise<void> {
  const pageOf = openDocuments(context)
  for (const id of documentIds) {
    app.get(`/${id}`, async (request, reply) => sendFile(request, reply, await pageOf(id)))
    app.get(`/${id}/`, async (_request, reply) => reply.redirect(`/${id}`, 308))
  }
}
