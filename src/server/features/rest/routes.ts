import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionWatch } from '#server/features/auth-sessions/service.ts'
import { openInteractions } from '#server/features/interactions/service.ts'
import type { Keys } from '#server/lib/auth/types.ts'
import type { Database } from '#server/lib/db/database.ts'
import { BadJson, parseStrictJson } from '#server/lib/http/json.ts'
import { ownTurn } from '#server/lib/turns.ts'
import { allowOwnOrigin, recognise, stranger } from './access.ts'
import { callRoutes } from './call-routes.ts'
import { openCatalogue } from './catalogue.ts'
import { answerError } from './errors.ts'
import { invalidJson, invalidPath, Refusal } from './refusal.ts'
import type { Store } from './service.ts'
import { tableRoutes } from './table-routes.ts'
import { openTimeZones } from './time-zones.ts'

/** Bytes that take long enough to read for others to notice. */
const largeBody = 4096

export interface RestOptions extends Store {
  database: Database
  publishableKey: string
  /** Who vouches for the tokens of people signed in. */
  keys: Keys
  /** Ends downloads whose session has ended. */
  watch: Pick<SessionWatch, 'over'>
  publicUrl: () => string
  /** Names the site's present build, for the pages of an earlier one. */
  release: () => Promise<string>
}

/**
 * The data API: `/rest/v1/<table>` and `/rest/v1/rpc/<function>` as PostgREST speaks it. What a stranger sends to one of
 * our forms goes by our table of policies; everything else is the database's to allow.
 */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  const callerOf = recognise(options.publishableKey, options.keys)
  const { database, clock } = options
  const desk = { database, clock, catalogue: openCatalogue(database, clock), zones: openTimeZones(database) }
  app.decorateRequest('restCaller')
  app.setErrorHandler(answerError)
  app.addHook('onRequest', allowOwnOrigin(options.publicUrl))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-release', await options.release())
  })
  app.addHook('onRequest', async (request) => {
    request.restCaller = request.method === 'OPTIONS' ? stranger : await callerOf(request)
  })
  readJson(app)

  for (const path of ['/:table', '/rpc/:name'])
    app.options(path, async (_request, reply) => reply.code(204).send())
  tableRoutes(app, desk, { ...options, interactions: openInteractions(database, clock) })
  callRoutes(app, desk, options)

  // Twice, because the pages would take every address that no route of ours takes.
  app.all('/', refuseTheRest)
  app.all('/*', refuseTheRest)
  app.setNotFoundHandler(refuseTheRest)
}

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      // A call without arguments has none; whoever needs a body misses it.
      if (body.length === 0) return undefined
      if (body.length > largeBody) await ownTurn()
      try {
        return parseStrictJson(body)
      } catch (error) {
        throw error instanceof BadJson ? invalidJson() : error
      }
    },
  )
}

async function refuseTheRest(request: FastifyRequest): Promise<never> {
  const path = request.url.split('?')[0] ?? ''
  if (/^\/rest\/v1\/rpc\/[^/]+$/.test(path)) {
    throw new Refusal('PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  if (/^\/rest\/v1\/[^/]+$/.test(path)) {
    throw new Refusal('PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
  if (/^\/rest\/v1\/?$/.test(path)) throw new Refusal('PGRST126', 'Root endpoint metadata is disabled')
  throw invalidPath()
}
