import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openInteractions } from '#server/features/interactions/service.ts'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import { ownTurn } from '#server/lib/turns.ts'
import { allowOwnOrigin, requireKey } from './access.ts'
import { answerError } from './errors.ts'
import { checkBodyHeaders, checkProfile, readAccept } from './headers.ts'
import { readInsertion } from './insertion.ts'
import { type TablePolicy, tables } from './policy.ts'
import { readPreferences } from './prefer.ts'
import { invalidJson, permissionDenied, Refusal } from './refusal.ts'
import { insert, type Store } from './service.ts'
import type { Preferences, Stored } from './types.ts'

/** Bytes that take long enough to read for others to notice. */
const largeBody = 4096

export interface RestOptions extends Store {
  publishableKey: string
  publicUrl: () => string
}

type TableRequest = FastifyRequest<{ Params: { table: string }; Querystring: Record<string, unknown> }>

/** The data API: `/rest/v1/<table>` as PostgREST speaks it, cut down to what a visitor may do. */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  const withKey = requireKey(options.publishableKey)
  const store = { ...options, interactions: openInteractions(options.database) }
  app.setErrorHandler(answerError)
  app.addHook('onRequest', allowOwnOrigin(options.publicUrl))
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'OPTIONS') await withKey(request)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length > largeBody) await ownTurn()
      try {
        return parseStrictJson(body)
      } catch (error) {
        throw error instanceof BadJson ? invalidJson() : error
      }
    },
  )

  app.options('/:table', async (_request, reply) => reply.code(204).send())

  app.route({
    method: ['GET', 'HEAD', 'PATCH', 'PUT', 'DELETE'],
    url: '/:table',
    onRequest: async (request) => {
      throw permissionDenied(tableOf(request as TableRequest).name)
    },
    handler: async () => {},
  })

  app.post('/:table', {
    onRequest: async (request) => {
      checkProfile(request.headers)
      tableOf(request as TableRequest)
      readAccept(request.headers)
      checkBodyHeaders(request.headers)
    },
    handler: async (request, reply) => {
      const { query, params } = request as TableRequest
      const table = tableOf({ params })
      request.isRoutine = table.name === 'user_interactions'
      const preferences = readPreferences(request.headers.prefer)
      const singular = readAccept(request.headers)
      const insertion = readInsertion(table, query, request.body, preferences, singular)
      await options.limits.consume(table.name, request, insertion.rows.length)
      return answerStored(
        reply,
        table,
        insertion.preferences,
        singular,
        await insert(store, table, insertion, request.headers['user-agent'] ?? ''),
      )
    },
  })

  // Twice, because the pages would take every address that no route of ours takes.
  app.all('/*', refuseTheRest)
  app.setNotFoundHandler(refuseTheRest)
}

async function refuseTheRest(request: FastifyRequest): Promise<never> {
  const path = request.url.split('?')[0] ?? ''
  if (/^\/rest\/v1\/[^/]+$/.test(path)) {
    throw new Refusal('PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
  throw new Refusal('PGRST125', 'Invalid path specified in request URL')
}

function tableOf({ params }: Pick<TableRequest, 'params'>): TablePolicy {
  const table = tables.get(params.table)
  if (table) return table
  throw new Refusal('PGRST205', `Could not find the table 'public.${params.table}' in the schema cache`)
}

function answerStored(
  reply: FastifyReply,
  table: TablePolicy,
  preferences: Preferences,
  singular: boolean,
  stored: Stored,
): FastifyReply {
  reply.code(201).header('content-range', preferences.count ? `*/${stored.count}` : '*/*')
  if (preferences.applied) reply.header('preference-applied', preferences.applied)
  if (preferences.return === 'headers-only' && stored.id) {
    reply.header('location', `/${table.name}?id=eq.${stored.id}`)
  }
  if (preferences.return !== 'representation') return reply.send()
  const type = singular
    ? 'application/vnd.pgrst.object+json; charset=utf-8'
    : 'application/json; charset=utf-8'
  const body = stored.representation ?? '[]'
  return reply.type(type).send(singular ? body.slice(1, -1) : body)
}
