import type { FastifyInstance } from 'fastify'
import { readReading } from '#server/lib/query-grammar/query-string.ts'
import { readSpan } from '#server/lib/query-grammar/span.ts'
import type { Query } from '#server/lib/query-grammar/types.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { checkProfile, readAccept } from '#server/lib/rest/headers.ts'
import { readPreferences } from '#server/lib/rest/prefer.ts'
import { answerPage } from './answers.ts'
import { read } from './service.ts'

/** `/<table>` by GET and HEAD. */
export async function readingRoutes(app: FastifyInstance, context: RestContext): Promise<void> {
  app.route<{ Params: { table: string }; Querystring: Query }>({
    method: ['GET', 'HEAD'],
    url: '/:table',
    onRequest: async ({ headers }) => checkProfile(headers, true),
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const form = readAccept(headers, true)
      const preferences = readPreferences(headers.prefer, 'read')
      const span = readSpan(query, headers.range)
      const reading = readReading(query, span, form)
      const page = await read(context, restCaller, params.table, reading, preferences)
      return answerPage(reply, page, span, preferences, form)
    },
  })
}
