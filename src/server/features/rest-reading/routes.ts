import type { FastifyInstance } from 'fastify'
import { relationOf } from '#server/lib/query-grammar/catalog.ts'
import { pageStatement } from '#server/lib/query-grammar/queries.ts'
import { parseReadRequest, type Query, type ReadRequest, readSpan } from '#server/lib/query-grammar/query-string.ts'
import { notSingular } from '#server/lib/query-grammar/refusal.ts'
import { asCaller, type Caller } from '#server/lib/rest/caller.ts'
import type { RestContext } from '#server/lib/rest/catalog.ts'
import {
  checkProfile,
  contentRange,
  readAccept,
  readPreferences,
  sendRows,
  setPreferenceApplied,
  statusOfPage,
} from '#server/lib/rest/headers.ts'
import { fetchPage, type ResultPage } from '#server/lib/rest/queries.ts'

/** Serves `/<table>` by GET and HEAD: one page of rows. Node omits the body for HEAD requests. */
export async function readingRoutes(app: FastifyInstance, context: RestContext): Promise<void> {
  app.route<{ Params: { table: string }; Querystring: Query }>({
    method: ['GET', 'HEAD'],
    url: '/:table',
    onRequest: async ({ headers }) => checkProfile(headers, true),
    handler: async (request, reply) => {
      const { headers, params, query, restCaller } = request
      const form = readAccept(headers)
      const preferences = readPreferences(headers.prefer, 'read')
      const span = readSpan(query, headers.range)
      const reading = parseReadRequest(query, span)
      const page = await read(context, restCaller, params.table, reading, preferences.isCounted)
      if (form === 'object' && page.rows !== 1) throw notSingular(page.rows)
      setPreferenceApplied(reply, preferences)
      reply.code(statusOfPage(page, span.offset)).header('content-range', contentRange(page, span.offset))
      return sendRows(reply, page.body, form)
    },
  })
}

/** One page of a table or view, with the rows that the caller may see. */
async function read(
  context: RestContext,
  caller: Caller,
  table: string,
  reading: ReadRequest,
  isCounted: boolean,
): Promise<ResultPage> {
  const statement = await context.catalog.resolve((catalog) =>
    pageStatement(relationOf(catalog, table), reading, isCounted),
  )
  return asCaller(context, caller, { isReading: true }, (tx) => fetchPage(tx, statement))
}
